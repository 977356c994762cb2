import { digitsAsLetters } from '../../text/lookAlikes.ts';
import { foldOrdinals } from '../../text/normalise.ts';
import { verboseRegExp, wordSet } from '../../text/pattern.ts';

/**
 * Maps printed labels to field names of the service. A field of a `party` has two names: plain for the customer
 * (tomador), with the suffix `_prestador` for the provider.
 */
type Entry = { name: string; label: RegExp; party?: 'either' | 'prestador' };

const OF_NOTE = '( d[ao]s?)?( nota| nfs ?e| nfe?| danfse)?( fiscal)?( eletronica)?( de servicos?)?( eletronica)?';

const ENTRIES: Entry[] = [
  { name: 'data_emissao_rps', label: /^(data|dt)\b.*\bemissao\b.*\b(rps)\b/ },
  { name: 'numero_rps', label: /^(numero|no|n) (d[oe] )?rps$|^rps( numero| no| n)?$/ },
  {
    name: 'numero_nota_fiscal',
    label: verboseRegExp()`
      ^(numero|no|n)${OF_NOTE}$
      |^(nota( fiscal)?|nfs ?e)( eletronica)?( de servicos?)? (numero|no|n)$
      |^(numero|no|n) (d[ao] )?(documento|documento fiscal)$
    `,
  },
  { name: 'serie', label: /^serie( d[ao] (nota|nfs ?e))?$/ },
  { name: 'chave_acesso', label: /^chave( de)? acesso/ },
  {
    name: 'chave_verificacao',
    label:
      /^(codigo|cod|chave)( de| para)? (verificacao|autenticidade|autenticacao|validacao)( d[ao] (nota|nfs ?e))?$|^codigo verificador$/,
  },
  {
    name: 'data_emissao',
    label: verboseRegExp()`
      ^((data|dt)( e hor?a?)?|emitid[ao])( d[ea])?( emissao)?( em)?${OF_NOTE}( em)?$
      |^emissao${OF_NOTE}$
      |^(data|dt) hora?( d[ea])? emissao${OF_NOTE}$
    `,
  },
  {
    name: 'local_prestacao_servico',
    label: /^(local|municipio)( d[aeo]s?)?( servicos?)? prestacao|^(local|municipio) (d[aeo] )?prestacao/,
  },
  { name: 'codigo_servico', label: /^(codigo|cod)( d[oe])? (servicos?|atividade)|^item (da lista|lista)/ },
  { name: 'exigibilidade_iss', label: /^exigibilidade/ },
  { name: 'regime', label: /^regime/ },
  { name: 'iss_retido', label: /^iss(qn)? retido( na fonte)?$|^iss(qn)? (sera |a )?reter$/ },
  { name: 'situacao', label: /^situacao( da (nota|nfs ?e))?$/ },
  { name: 'valor_liquido', label: new RegExp(`^(valor |total )?liquido( a (pagar|receber))?${OF_NOTE}$`) },
  {
    name: 'valor_total_nota',
    label: verboseRegExp()`
      ^(valor )?total( bruto)?${OF_NOTE}$
      |^valor( d[ao])?( nota| nfs ?e)( fiscal)?( eletronica)?$
      |^valor bruto${OF_NOTE}$
      |^valor total d[ao]s? servicos?$
      |^total d[ao]s? servicos?$
    `,
  },
  { name: 'valor_total_nota', label: /^valor( bruto)? d[ao]s? (operacao( d[eo])?( |$))?(servicos?)?( prestados?)?$/ },
  {
    name: 'valor_base_calculo',
    label: /^(valor )?(d[ae] )?base( de| d[oa])? calculo( d[eo])?( iss(qn)?)?$|^bc( d[eo])? iss(qn)?$/,
  },
  { name: 'valor_deducoes', label: /^(valor |total )*(d[ae]s? )?(deduc(ao|oes))( reducoes| legais)?( d[ao] .*)?$/ },
  { name: 'valor_iss', label: /^(valor )?(do )?(total )?(do )?iss(qn)?( apurado| devido| calculado)?$/ },
  { name: 'valor_pis', label: /^(valor )?(do )?pis( pasep)?( retido)?$/ },
  { name: 'valor_cofins', label: /^(valor )?(d[ao] )?cofins( retid[oa])?$/ },
  { name: 'valor_csll', label: /^(valor )?(d[ao] )?csll( retid[oa])?$/ },
  { name: 'valor_inss', label: /^(valor )?(do )?inss( retido)?$/ },
  { name: 'valor_irrf', label: /^(valor )?(do )?ir(rf)?( retido)?$/ },
  { name: 'outras_informacoes', label: /^outras informacoes|^observac|^informacoes (complementares|adicionais)/ },
  { name: 'cpf_cnpj', label: /^(cpf|cnpj?|nif)( (ou |e )?(cpf|cnpj?|mf|nif))*$/, party: 'either' },
  {
    name: 'nome',
    label:
      /^nome$|^nome (ou |nome )?(razao|empresarial|denominacao)|^razao social( nome| ou nome)?$|^denominacao( social)?$/,
    party: 'either',
  },
  { name: 'nome_fantasia', label: /^(nome )?(de )?fantasia$/, party: 'prestador' },
  { name: 'inscricao_municipal', label: /^(inscricao|insc|indicador) (municipal|mun)|^(i m|im|ccm)$/, party: 'either' },
  {
    name: 'inscricao_estadual',
    label: /^(inscricao|insc) (estadual|est)$|^(i e|ie)$|^(rg )?inscricao estadual( rg)?$/,
    party: 'either',
  },
  { name: 'telefone', label: /^(telefone|fone|tel)( fax| celular)?$/, party: 'either' },
  { name: 'email', label: /^(e ?mail|correio eletronico)$/, party: 'either' },
  { name: 'endereco_cep', label: /^(codigo )?(ibge )?cep$/, party: 'either' },
  { name: 'endereco_bairro', label: /^bairro( distrito)?$/, party: 'either' },
  { name: 'endereco_uf', label: /^(uf|estado)$/, party: 'either' },
  { name: 'endereco_complemento', label: /^(complemento|compl)$/, party: 'either' },
  { name: 'endereco_logradouro', label: /^(logradouro|rua)$/, party: 'either' },
  { name: 'endereco_pais', label: /^pais$/, party: 'either' },
  {
    name: 'municipio',
    label: /^(nome d[oa] )?(municipio|cidade)( (d[oa] )?(sigla )?(d[ao] )?(uf|estado))?$/,
    party: 'either',
  },
  { name: 'endereco', label: /^endereco( completo)?$/, party: 'either' },
];

/** `rank` is lower for a plainer label: of two labels for a name the lower one is taken. */
type Named = { name: string; rank: number };

/** The field name for a label; null if there is none, or if nothing tells which party it belongs to. */
export function fieldNameOf(printed: string, section: Party): Named | null {
  const { label, party } = withoutParty(printed);
  const owner = party ?? section;
  // "Prestador: Fulano" is his name.
  if (label === '' && party) return { name: party === 'prestador' ? 'nome_prestador' : 'nome', rank: ENTRIES.length };
  if (owner && /^(numero|no|n)$/.test(label)) return { name: forParty('endereco_numero', owner), rank: 0 };
  const compared = party ? label : plainLabel(printed);
  const rank = ENTRIES.findIndex((candidate) => candidate.label.test(compared));
  const entry = ENTRIES[rank];
  if (!entry) return null;
  if (!entry.party) return party ? null : { name: entry.name, rank };
  if (!owner || (entry.party === 'prestador' && owner !== 'prestador')) return null;
  return { name: forParty(entry.name, owner), rank };
}

const forParty = (name: string, party: Party) => (party === 'prestador' ? `${name}_prestador` : name);

export type Party = 'prestador' | 'tomador' | null;

const PROVIDER = /\b(prestador|prestadores|emitente|fornecedor)\b/;
const CUSTOMER = /\b(tomador|adquirente|destinatario)\b/;
/** In the national form the recipient of an operation stands beside its customer. */
const NEITHER = /\bintermediario\b|\bdestinatario d[ao] operacao\b/;

/** The party a heading or a label is about; null if it names none or both. */
export function partyOf(text: string | null): Party {
  const plain = plainLabel(text ?? '');
  const [provider, customer] = [PROVIDER.test(plain), CUSTOMER.test(plain)];
  if (provider === customer || NEITHER.test(plain)) return null;
  return provider ? 'prestador' : 'tomador';
}

/** "CNPJ do prestador" is the provider's "CNPJ". */
function withoutParty(label: string): { label: string; party: Party } {
  const plain = plainLabel(label);
  const rest = plain
    .replace(
      /\b(d[oa]s? )?(prestador|prestadores|emitente|fornecedor|tomador|adquirente|destinatario)( d[oe]s? servicos?)?\b/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim();
  return { label: rest, party: rest === plain ? null : partyOf(label) };
}

/** Words of the labels of invoices. A misread word is replaced with the one it is most like. */
const WORDS = [
  ...wordSet`
    acesso aliquota autenticidade bairro base bruto calculo chave cidade codigo cofins complemento csll data
    deducoes descricao destinatario discriminacao eletronica email emissao emitente endereco estadual estado
    fantasia fiscal hora informacoes inscricao inss intermediario irrf item lista liquido local logradouro
    municipal municipio nome nota numero observacoes outras prestacao prestador prestadores quantidade razao
    reducoes regime remetente retido retencao serie servico servicos situacao social telefone tomador total unitario valor
    verificacao
  `,
];

/** Small letters without accents and signs; what stands in brackets (R$, %) is no part of a label's name. */
function plainLabel(label: string): string {
  const words = foldOrdinals(label)
    .replace(/\(.{0,100}?\)|r\$/g, ' ')
    .replace(/e-mail/g, 'email')
    .replace(/nf(s?)[\s-]{0,3}e\b/g, 'nf$1e')
    .replace(/[^a-z0-9]+/g, ' ');
  // A speck after a label is read as a letter.
  return words
    .trim()
    .split(' ')
    .map(corrected)
    .join(' ')
    .replace(/(?<! [aeo])(?: [aeo])+$/, '');
}

const SAFE_LENGTH = 5;

/** A long word with a letter or two misread is still that word. */
function corrected(word: string): string {
  if (word.length < SAFE_LENGTH || WORDS.includes(word)) return word;
  const letters = digitsAsLetters(word, '015').toLowerCase();
  const most = letters.length >= 8 ? 2 : 1;
  return WORDS.find((other) => other.length === letters.length && differences(other, letters) <= most) ?? word;
}

const differences = (a: string, b: string) => [...a].filter((letter, index) => letter !== b[index]).length;
