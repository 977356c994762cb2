import type {
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeListSearchResult,
  INodeProperties,
  INodePropertyOptions,
} from 'n8n-workflow';
import { KNOWN_MEMBERS } from '../documents/selected-fields';

/** What the service interface shows of a document. */
interface Shown {
  document: string;
  fields: string[];
  /** As rules name them: `table.column`. */
  columns: string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The names that the service interface shows, by the operation whose result has them. It shows no standardised ones. */
const SHOWN: Record<string, Shown> = {
  extractInvoice: {
    document: 'Invoice',
    fields: words(`
      autenticidade_nota chave_acesso chave_verificacao codigo_servico cpf_cnpj cpf_cnpj_prestador data_emissao
      data_emissao_rps download download_mimetype email email_prestador endereco endereco_bairro
      endereco_bairro_prestador endereco_cep endereco_cep_prestador endereco_complemento
      endereco_complemento_prestador endereco_logradouro endereco_logradouro_prestador endereco_municipio
      endereco_municipio_prestador endereco_numero endereco_numero_prestador endereco_pais endereco_pais_prestador
      endereco_prestador endereco_uf endereco_uf_prestador exigibilidade_iss inscricao_estadual
      inscricao_estadual_prestador inscricao_municipal_prestador iss_retido local_prestacao_servico municipio
      municipio_prestador nome nome_fantasia_prestador nome_prestador numero_nota_fiscal numero_rps
      outras_informacoes regime serie situacao situacao_data situacao_motivo situacao_tipo telefone
      telefone_prestador url valor_base_calculo valor_cofins valor_csll valor_deducoes valor_inss valor_irrf
      valor_iss valor_liquido valor_pis valor_total_nota`),
    columns: words(
      'aliquota_iss_item codigo_servico_item descricao_item quantidade_item valor_servico valor_unitario',
    ).map((column) => `tabela_servico.${column}`),
  },
  extractDriverLicence: {
    document: 'Driver Licence',
    fields: words(`
      acc cat_hab codigo_seguranca cpf data_emissao data_nascimento data_primeira_habilitacao data_validade filiacao_1
      filiacao_2 local_cidade local_uf nome observacoes permissao registro renach rg`),
    columns: [],
  },
  extractPaymentCard: { document: 'Payment Card', fields: ['expiry_month', 'network', 'number'], columns: [] },
  // Of contracts and deeds, it shows the names of sections and tables, and none of fields and columns.
  extractGenerative: { document: 'Contract', fields: [], columns: [] },
};

/**
 * What is offered for an operation: the names of its document; or of all where it reads any, with the documents that have
 * them.
 */
function offeredNames(
  operation: string,
  namesOf: (shown: Shown) => string[],
): Array<{ name: string; documents: string }> {
  const own = Object.hasOwn(SHOWN, operation) ? SHOWN[operation] : undefined;
  const shown = own ? [own] : Object.values(SHOWN);
  return [...new Set(shown.flatMap(namesOf))].sort().map((name) => {
    const having = shown.filter((one) => !own && namesOf(one).includes(name));
    return { name, documents: having.map(({ document }) => document).join(', ') };
  });
}

/** n8n's list shows names only, so the documents stand beside the name. */
const asListItem = ({ name, documents }: { name: string; documents: string }): INodeListSearchItems => ({
  name: documents ? `${name} (${documents})` : name,
  value: name,
});

/** The operation of the node that is edited; an empty text for the trigger, and for an expression without data. */
function operationOf(context: ILoadOptionsFunctions): string {
  try {
    return String(context.getNodeParameter('operation', ''));
  } catch {
    return '';
  }
}

export const having = (items: INodeListSearchItems[], filter: string): INodeListSearchItems[] =>
  items.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));

async function searchFieldNames(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
  const names = offeredNames(operationOf(this), ({ fields, columns }) => [...fields, ...columns]);
  return { results: having(names.map(asListItem), filter) };
}

const TAG_KEYS = words('country has id language of person process-type region std-type subtype type');

/** A search for a whole tag finds it: the interface shows keys, and a tag needs a value too. */
async function searchTags(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
  const tag = filter.trim();
  if (TAG_KEYS.some((key) => tag.startsWith(`${key}=`) && tag.length > key.length + 1))
    return { results: [{ name: tag, value: tag }] };
  return {
    results: having(
      TAG_KEYS.map((key) => ({ name: `${key}=…`, value: `${key}=` })),
      filter,
    ),
  };
}

/** What n8n's editor calls to fill in the lists below. */
export const listSearch = { searchFieldNames, searchTags };

/** A field that offers a list and takes any other text. The list needs no request, and so no credential. */
export const offering = (
  searchListMethod: string,
  typed: { displayName: string; name: string; placeholder: string },
): Pick<INodeProperties, 'type' | 'default' | 'modes'> => ({
  type: 'resourceLocator',
  default: { __rl: true, mode: 'list', value: '' },
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      typeOptions: { searchListMethod, searchable: true, skipCredentialsCheckInRLC: true },
    },
    { ...typed, type: 'string' },
  ],
});

export const offeringFieldNames = (placeholder: string) =>
  offering('searchFieldNames', { displayName: 'By Name', name: 'name', placeholder });

export const offeringTags = (placeholder: string) =>
  offering('searchTags', { displayName: 'By Text', name: 'text', placeholder });

/** Members of the simplified form that the documents of one operation have. */
const OWN_MEMBERS: Record<string, string[]> = {
  compareContent: ['comparison'],
  extractInvoice: ['fieldSources', 'iocr', 'official'],
};

/** What can be selected of the documents of an operation: its fields, then the members of the simplified form. */
export function selectableNames(operation: string): INodePropertyOptions[] {
  // The fields of a comparison are those that are sent with the request.
  const fields = operation === 'compareContent' ? [] : offeredNames(operation, (shown) => shown.fields);
  const own = Object.values(OWN_MEMBERS).flat();
  const members = [
    ...KNOWN_MEMBERS.filter((name) => name !== 'requestId' && !own.includes(name)),
    ...(OWN_MEMBERS[operation] ?? []),
  ].sort();
  return [
    ...fields.map(({ name, documents }) => ({
      name,
      value: name,
      ...(documents && { description: documents }),
    })),
    ...members.map((name) => ({ name, value: name })),
  ];
}
