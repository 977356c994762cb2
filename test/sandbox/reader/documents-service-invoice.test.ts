import { expect, test } from '@jest/globals';
import { readInvoice } from '../../../sandbox/reader/src/documents/serviceInvoice/serviceInvoice.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import { printed } from './printedPages.ts';

const HEAD = `NOTA FISCAL DE SERVIÇOS ELETRÔNICA - NFS-e
PRESTADOR DE SERVIÇOS
CPF/CNPJ: 11.222.333/0001-81`;
const HEADED = `${HEAD}
*DISCRIMINAÇÃO DOS SERVIÇOS*
Consultoria em gestão, conforme contrato 123/2026.
Competência julho de 2026. Horas: 40.
Código do Serviço: 17.01 - Assessoria
Alíquota: 5,00%
Valor do ISS: R$ 61,73`;
const LABELLED = `${HEAD}
SERVIÇO PRESTADO
Descrição do Serviço: Suporte técnico em informática, instalação e
configuração de servidores
TRIBUTAÇÃO MUNICIPAL
Alíquota Aplicada: 3,00 %`;
const IN_COLUMNS = `${HEAD}
*DESCRIÇÃO DOS SERVIÇOS*
Manutenção de elevadores no mês de julho.
Peças inclusas.
*VALORES*
Valor dos serviços    Alíquota (%)    Valor do ISS
R$ 2.000,00           2,00            R$ 40,00`;

test.each([
  [HEADED, 'Consultoria em gestão, conforme contrato 123/2026. Competência julho de 2026. Horas: 40.', '5.00'],
  [LABELLED, 'Suporte técnico em informática, instalação e configuração de servidores', '3.00'],
  [IN_COLUMNS, 'Manutenção de elevadores no mês de julho. Peças inclusas.', '2.00'],
])(
  'services in free text keep their description and rate, as fields and as the row of their table',
  (page, text, rate) => {
    const { fields, tables } = readInvoice(readLayout(printed(page), 1).sections);
    const values = (row: { name: string; value: string | null }[]) =>
      Object.fromEntries(row.map(({ name, value }) => [name, value]));
    const said = { descricao_item: text, aliquota_iss_item: rate };
    expect(values(fields)).toMatchObject(said);
    expect(tables.map((table) => [table.name, table.values.map(values)])).toEqual([['tabela_servico', [said]]]);
  },
);
