export type EnrichmentJob = { query: string; parameters: Record<string, unknown> };

/**
 * The sources an enrichment asks are nobody's to have here, and the shape of its payload is not shown. This is the
 * sandbox's own:
 * it says that it is made up, and repeats what it was asked so that answers can be told apart.
 */
export function enrich(processId: string, { query, parameters }: EnrichmentJob): Record<string, unknown> {
  const dataset = Object.hasOwn(DATASETS, query) ? DATASETS[query] : {};
  return {
    processId,
    query,
    parameters,
    tags: ['source=synthetic'],
    result: [{ tags: ['source=synthetic'], data: dataset }],
    status: { code: '200', message: 'OK', errors: [] },
  };
}

const PERSON = { nome: 'PESSOA SINTÉTICA DE TESTE', data_nascimento: '1990-01-31', situacao_cadastral: 'SINTÉTICA' };
const COMPANY = {
  razao_social: 'EMPRESA SINTÉTICA DE TESTE LTDA',
  data_abertura: '2015-06-30',
  situacao_cadastral: 'SINTÉTICA',
};

const DATASETS: Record<string, object> = {
  pf: PERSON,
  'pf full': { ...PERSON, nome_mae: 'MÃE SINTÉTICA DE TESTE', enderecos: [], telefones: [], emails: [] },
  pj: COMPANY,
  'pj full': { ...COMPANY, socios: [], enderecos: [], telefones: [], emails: [] },
};
