/** From printed labels to the names of the interface. `party` names come twice, plain for the customer, `_prestador` for the provider. */

type Entry = { name: string; label: RegExp; party?: 'either' | 'prestador' };

const ENTRIES: Entry[] = [
  { name: 'numero_rps', label: /rps/ },
  { name: 'numero_nota_fiscal', label: /^(numero|no|n)( da)?( nota| nfs ?e| nf)?( fiscal)?( eletronica)?( de servicos?)?$/ },
  { name: 'serie', label: /^serie/ },
  { name: 'chave_acesso', label: /^chave de acesso/ },
  { name: 'chave_verificacao', label: /^(codigo|chave) (de |para )?(verificacao|autenticidade)/ },
  { name: 'data_emissao', label: /^(data|emitid[ao])( e hora)?( d[ea])?( emissao)?( da nota| da nfs ?e)?( em)?$|^emissao$/ },
  { name: 'local_prestacao_servico', label: /^(local|municipio) d[ae] prestacao/ },
  { name: 'codigo_servico', label: /^codigo (do )?servico|^item da lista/ },
  { name: 'exigibilidade_iss', label: /^exigibilidade/ },
  { name: 'regime', label: /^regime/ },
  { name: 'iss_retido', label: /^iss(qn)? retido/ },
  { name: 'situacao', label: /^situacao( da nota)?$/ },
  { name: 'valor_liquido', label: /^(valor )?liquido/ },
  { name: 'valor_total_nota', label: /^(valor )?total( d[ao]s?)?( nota| nfs ?e| servicos?)?( fiscal)?$|^valor (d[ao] )?nota$/ },
  { name: 'valor_base_calculo', label: /^(valor )?(da )?base (de )?calculo/ },
  { name: 'valor_deducoes', label: /deduc(ao|oes)/ },
  { name: 'valor_iss', label: /^(valor )?(do )?iss(qn)?$/ },
  { name: 'valor_pis', label: /^(valor )?(do )?pis( pasep)?$/ },
  { name: 'valor_cofins', label: /^(valor )?(da )?cofins$/ },
  { name: 'valor_csll', label: /^(valor )?(da )?csll$/ },
  { name: 'valor_inss', label: /^(valor )?(do )?inss$/ },
  { name: 'valor_irrf', label: /^(valor )?(do )?ir(rf)?$/ },
  { name: 'outras_informacoes', label: /^outras informacoes|^observac/ },
  { name: 'cpf_cnpj', label: /^(cpf|cnpj)( (ou )?(cpf|cnpj))?$/, party: 'either' },
  { name: 'nome', label: /^nome$|^(nome )?(e )?razao social$|^nome( \/)? razao social$|^nome empresarial$/, party: 'either' },
  { name: 'nome_fantasia', label: /^nome fantasia$/, party: 'prestador' },
  { name: 'inscricao_municipal', label: /^(inscricao|insc) (municipal|mun)/, party: 'either' },
  { name: 'inscricao_estadual', label: /^(inscricao|insc) (estadual|est)/, party: 'either' },
  { name: 'telefone', label: /^(telefone|fone|tel)$/, party: 'either' },
  { name: 'email', label: /^e ?mail$/, party: 'either' },
  { name: 'endereco_cep', label: /^cep$/, party: 'either' },
  { name: 'endereco_bairro', label: /^bairro$/, party: 'either' },
  { name: 'endereco_uf', label: /^(uf|estado)$/, party: 'either' },
  { name: 'endereco_complemento', label: /^complemento$/, party: 'either' },
  { name: 'endereco_logradouro', label: /^(logradouro|rua)$/, party: 'either' },
  { name: 'municipio', label: /^(municipio|cidade)( uf)?$/, party: 'either' },
  { name: 'endereco', label: /^endereco( completo)?$/, party: 'either' },
];

export type Party = 'prestador' | 'tomador' | null;

/** The interface's name for a label, or null where it has none or where nothing says whose it is. */
export function invoiceName(label: string, party: Party): string | null {
  const entry = ENTRIES.find((candidate) => candidate.label.test(plainLabel(label)));
  if (!entry) return null;
  if (!entry.party) return entry.name;
  if (party === 'prestador') return `${entry.name}_prestador`;
  return party === 'tomador' && entry.party === 'either' ? entry.name : null;
}

function plainLabel(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/\(.*?\)/g, ' ').replace(/ª/g, 'a').replace(/[º°]/g, 'o').replace(/[^a-z0-9]+/g, ' ').trim();
}

export function partyOf(heading: string | null): Party {
  const plain = plainLabel(heading ?? '');
  const provider = /prestador|emitente/.test(plain);
  const customer = /tomador|destinatario/.test(plain);
  if (provider === customer) return null;
  return provider ? 'prestador' : 'tomador';
}
