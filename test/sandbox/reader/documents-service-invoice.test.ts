import { expect, test } from '@jest/globals';
import { isFieldLost, readInvoice } from '../../../sandbox/reader/src/documents/serviceInvoice/serviceInvoice.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { expectSaid, printed, rulesIn } from './printedPages.ts';

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
const WITHOUT_HEADINGS = `^NFS-e Nº 1234^

~CNPJ do Prestador~         ~Razão Social do Prestador~
11.222.333/0001-81          Oficina Exemplo Ltda

~CPF/CNPJ do Tomador~       ~Nome do Tomador~
111.444.777-35              Maria Exemplo da Silva`;
const OF_BOTH = `${WITHOUT_HEADINGS}

*DISCRIMINAÇÃO DOS SERVIÇOS*
Consultoria em gestão, conforme contrato 123/2026.
Competência julho. Horas: quarenta e mais duas, ainda não pagas pelo tomador`;
const CODED = `${OF_BOTH}
Serviço Prestado: 12.13.01 - Produção de eventos, espetáculos e entrevistas`;
const PARTIES =
  'nome_prestador: Oficina Exemplo Ltda | cpf_cnpj_prestador: 11222333000181 | nome: Maria Exemplo da Silva | cpf_cnpj: 11144477735';

const valuesOf = (row: { name: string; value: string | null }[]) =>
  Object.fromEntries(row.map(({ name, value }) => [name, value]));
const read = (items: TextItem[]) => readInvoice(readLayout(items, 1).sections);

const SERVICES = `
# in its box
${HEADED}
+ descricao_item: Consultoria em gestão, conforme contrato 123/2026. Competência julho de 2026. Horas: 40.
+ aliquota_iss_item: 5.00

# behind its label
${HEAD}
SERVIÇO PRESTADO
Descrição do Serviço: Suporte técnico em informática, instalação e
configuração de servidores
TRIBUTAÇÃO MUNICIPAL
Alíquota Aplicada: 3,00 %
+ descricao_item: Suporte técnico em informática, instalação e configuração de servidores | aliquota_iss_item: 3.00

# with amounts in columns
${HEAD}
*DESCRIÇÃO DOS SERVIÇOS*
Manutenção de elevadores no mês de julho.
Peças inclusas.
*VALORES*
Valor dos serviços    Alíquota (%)    Valor do ISS
R$ 2.000,00           2,00            R$ 40,00
+ descricao_item: Manutenção de elevadores no mês de julho. Peças inclusas. | aliquota_iss_item: 2.00
`;

test.each(rulesIn(SERVICES))(
  'a service in free text keeps its description and rate, as fields and as the row of its table: %s',
  (_, pages) => {
    for (const page of pages) {
      const { fields, tables } = read(page.items);
      const { descricao_item, aliquota_iss_item, ...values } = valuesOf(fields);
      expectSaid(page, { ...values, descricao_item, aliquota_iss_item } as Record<string, string | null>);
      const row = { descricao_item, aliquota_iss_item };
      expect(tables.map((table) => [table.name, table.values.map(valuesOf)])).toEqual([['tabela_servico', [row]]]);
    }
  },
);

const INVOICES = `
# what stands under a heading of other information is it
${HEADED}
*OUTRAS INFORMAÇÕES*
ISS devido no mês 11/2025.
Emitida por empresa optante.
+ outras_informacoes: ISS devido no mês 11/2025. Emitida por empresa optante.

# parties side by side are told apart in ordinary print, too
Nota Fiscal Eletrônica de Serviços

PRESTADOR                               TOMADOR
Razão social    Oficina Exemplo Ltda    Nome       Maria Exemplo da Silva
CNPJ            11.222.333/0001-81      CPF        111.444.777-35
Município       Campinas                Município  São Paulo

ISS retido      Não
+ ${PARTIES} | municipio_prestador: Campinas | municipio: São Paulo | iss_retido: Não

# labels that name the party need no heading
${WITHOUT_HEADINGS}
+ ${PARTIES} | numero_nota_fiscal: 1234

# a name whose owner nothing tells is left out
^*Recibo*^


Nome: Alguém Exemplo
Valor total: R$ 10,00
= valor_total_nota: 10.00

# a name goes on below its first line, and the address behind it is of the same party
^NFS-e Nº 1234^
*PRESTADOR DO SERVIÇO*
*CNPJ*                  *Nome*
11.222.333/0001-81      OFICINA EXEMPLO LTDA
*TOMADOR DO SERVIÇO*
*Nome*                                *E-mail*
MARIA DA CONCEIÇÃO EXEMPLO DE         -
TESTE E SILVA NETA

*Endereço*                            *Município*         *CEP*
DOZE DE OUTUBRO, 77, FRAGATA          Pelotas - RS        96040-210
+ nome: MARIA DA CONCEIÇÃO EXEMPLO DE TESTE E SILVA NETA | endereco: DOZE DE OUTUBRO, 77, FRAGATA
+ municipio: Pelotas | endereco_uf: RS | endereco_cep: 96040-210

# the service that was done is its code, if it has one
${CODED}
+ codigo_servico: 12.13.01 - Produção de eventos, espetáculos e entrevistas
+ descricao_item: Consultoria em gestão, conforme contrato 123/2026. \
Competência julho.  Horas: quarenta e mais duas, ainda não pagas pelo tomador
`;

test.each(rulesIn(INVOICES))('%s', (_, pages) =>
  pages.forEach((page) => expectSaid(page, valuesOf(read(page.items).fields))),
);

const AMOUNTS = `*VALORES*
Valor do ISS: R$ 79,52`;

test.each([
  ['an amount that another field has', `${AMOUNTS}\nISS retido: R$ 79,52`, false],
  ['another amount', `${AMOUNTS}\nISS retido: R$ 80,00`, true],
  ['the code of a service', CODED, false],
  ['a service without a code', `${OF_BOTH}\nServiço Prestado: Limpeza`, true],
  [
    'a sentence whose label names no field',
    `${OF_BOTH}\n${AMOUNTS}\nNatureza: Tributação fora do município, pois o serviço é prestado em Gaspar`,
    true,
  ],
  [
    'another value of such a label',
    `${OF_BOTH}\n${AMOUNTS}\nNatureza: Optante - Microempresa ou Empresa de Pequeno Porte (ME/EPP)`,
    false,
  ],
])('%s is lost or not', (_, page, isLost) => {
  const items = printed(page);
  expect(isFieldLost(readLayout(items, 1).sections, read(items))).toBe(isLost);
});
