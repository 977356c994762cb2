import { editDistance } from '../../text/distance.ts';
import { digitsAsLetters } from '../../text/lookAlikes.ts';
import { foldOrdinals } from '../../text/normalise.ts';
import { verboseRegExp, wordSet } from '../../text/pattern.ts';

/**
 * Maps printed labels to field names of the service. A field of a `party` has two names: plain for the customer
 * (tomador), with the suffix `_prestador` for the provider.
 */
type Entry = [name: string, label: RegExp, party?: 'either' | 'prestador'];

const OF_NOTE = '( d[ao]s?)?( nota| nfs ?e| nfe?| danfse)?( fiscal)?( eletronica)?( de servicos?)?( eletronica)?';

const ENTRIES: Entry[] = [
  ['data_emissao_rps', /^(data|dt)\b.*\bemissao\b.*\b(rps)\b/],
  ['numero_rps', /^(numero|no|n) (d[oe] )?rps$|^rps( numero| no| n)?$/],
  [
    'numero_nota_fiscal',
    verboseRegExp()`
      ^(numero|no|n)${OF_NOTE}$
      |^(nota( fiscal)?|nfs ?e)( eletronica)?( de servicos?)? (numero|no|n)$
      |^(numero|no|n) (d[ao] )?(documento|documento fiscal)$
    `,
  ],
  ['serie', /^serie( d[ao] (nota|nfs ?e))?$/],
  ['chave_acesso', /^chave( de)? acesso/],
  [
    'chave_verificacao',
    /^(codigo|cod|chave)( de| para)? (verificacao|autenticidade|autenticacao|validacao)( d[ao] (nota|nfs ?e))?$|^codigo verificador$/,
  ],
  [
    'data_emissao',
    verboseRegExp()`
      ^((data|dt)( e hor?a?)?|emitid[ao])( d[ea])?( emissao)?( em)?${OF_NOTE}( em)?$
      |^emissao${OF_NOTE}$
      |^(data|dt) hora?( d[ea])? emissao${OF_NOTE}$
    `,
  ],
  [
    'local_prestacao_servico',
    /^(local|municipio)( d[aeo]s?)?( servicos?)? prestacao|^(local|municipio) (d[aeo] )?prestacao/,
  ],
  ['codigo_servico', /^(codigo|cod)( d[oe])? (servicos?|atividade)|^item (da lista|lista)|^servicos? prestados?$/],
  ['descricao_item', /^(descricao|discriminacao)( d[ao]s?)?( servicos?)?( prestados?)?$/],
  ['aliquota_iss_item', /^aliquota( aplicada| efetiva)?( d[oe])?( iss(qn)?)?$/],
  ['exigibilidade_iss', /^exigibilidade/],
  ['regime', /^regime/],
  ['iss_retido', /^iss(qn)? retido( na fonte)?$|^iss(qn)? (sera |a )?reter$/],
  ['situacao', /^situacao( da (nota|nfs ?e))?$/],
  ['valor_liquido', new RegExp(`^(valor |total )?liquido( a (pagar|receber))?${OF_NOTE}$`)],
  [
    'valor_total_nota',
    verboseRegExp()`
      ^(valor )?total( bruto)?${OF_NOTE}$
      |^valor( d[ao])?( nota| nfs ?e)( fiscal)?( eletronica)?$
      |^valor bruto${OF_NOTE}$
      |^valor total d[ao]s? servicos?$
      |^total d[ao]s? servicos?$
    `,
  ],
  ['valor_total_nota', /^valor( bruto)? d[ao]s? (operacao( d[eo])?( |$))?(servicos?)?( prestados?)?$/],
  ['valor_base_calculo', /^(valor )?(d[ae] )?base( de| d[oa])? calculo( d[eo])?( iss(qn)?)?$|^bc( d[eo])? iss(qn)?$/],
  ['valor_deducoes', /^(valor |total )*(d[ae]s? )?(deduc(ao|oes))( reducoes| legais)?( d[ao] .*)?$/],
  ['valor_iss', /^(valor )?(do )?(total )?(do )?iss(qn)?( apurado| devido| calculado)?$/],
  ['valor_pis', /^(valor )?(do )?pis( pasep)?( retido)?$/],
  ['valor_cofins', /^(valor )?(d[ao] )?cofins( retid[oa])?$/],
  ['valor_csll', /^(valor )?(d[ao] )?csll( retid[oa])?$/],
  ['valor_inss', /^(valor )?(do )?inss( retido)?$/],
  ['valor_irrf', /^(valor )?(do )?ir(rf)?( retido)?$/],
  ['outras_informacoes', /^outras informacoes|^observac|^informacoes (complementares|adicionais)/],
  ['cpf_cnpj', /^(cpf|cnpj?|nif)( (ou |e )?(cpf|cnpj?|mf|nif))*$/, 'either'],
  [
    'nome',
    /^nome$|^nome (ou |nome )?(razao|empresarial|denominacao)|^razao social( nome| ou nome)?$|^denominacao( social)?$/,
    'either',
  ],
  ['nome_fantasia', /^(nome )?(de )?fantasia$/, 'prestador'],
  ['inscricao_municipal', /^(inscricao|insc|indicador) (municipal|mun)|^(i m|im|ccm)$/, 'either'],
  ['inscricao_estadual', /^(inscricao|insc) (estadual|est)$|^(i e|ie)$|^(rg )?inscricao estadual( rg)?$/, 'either'],
  ['telefone', /^(telefone|fone|tel)( fax| celular)?$/, 'either'],
  ['email', /^(e ?mail|correio eletronico)$/, 'either'],
  ['endereco_cep', /^(codigo )?(ibge )?cep$/, 'either'],
  ['endereco_bairro', /^bairro( distrito)?$/, 'either'],
  ['endereco_uf', /^(uf|estado)$/, 'either'],
  ['endereco_complemento', /^(complemento|compl)$/, 'either'],
  ['endereco_logradouro', /^(logradouro|rua)$/, 'either'],
  ['endereco_pais', /^pais$/, 'either'],
  ['municipio', /^(nome d[oa] )?(municipio|cidade)( (d[oa] )?(sigla )?(d[ao] )?(uf|estado))?$/, 'either'],
  ['endereco', /^endereco( completo)?$/, 'either'],
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
  const rank = ENTRIES.findIndex(([, pattern]) => pattern.test(compared));
  const entry = ENTRIES[rank];
  if (!entry) return null;
  const [name, , ofParty] = entry;
  if (!ofParty) return party ? null : { name, rank };
  if (!owner || (ofParty === 'prestador' && owner !== 'prestador')) return null;
  return { name: forParty(name, owner), rank };
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

export const isOfNeither = (heading: string | null) => NEITHER.test(plainLabel(heading ?? ''));

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
const WORDS = wordSet`
  acesso aliquota autenticidade bairro base bruto calculo chave cidade codigo cofins complemento csll data
  deducoes descricao destinatario discriminacao eletronica email emissao emitente endereco estadual estado
  fantasia fiscal hora informacoes inscricao inss intermediario irrf item lista liquido local logradouro
  municipal municipio nome nota numero observacoes outras prestacao prestador prestadores quantidade razao
  reducoes regime remetente retido retencao serie servico servicos situacao social telefone tomador total unitario valor
  verificacao
`;

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
  if (word.length < SAFE_LENGTH || WORDS.has(word)) return word;
  const letters = digitsAsLetters(word, '015').toLowerCase();
  const most = letters.length >= 8 ? 2 : 1;
  return [...WORDS].find((other) => other.length === letters.length && editDistance(other, letters) <= most) ?? word;
}
