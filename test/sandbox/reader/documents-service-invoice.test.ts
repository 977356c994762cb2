import { expect, test } from '@jest/globals';
import { isFieldLost, readInvoice } from '../../../sandbox/reader/src/documents/serviceInvoice/serviceInvoice.ts';
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
const IN_ORDINARY_PRINT = `Nota Fiscal Eletrônica de Serviços

PRESTADOR                               TOMADOR
Razão social    Oficina Exemplo Ltda    Nome       Maria Exemplo da Silva
CNPJ            11.222.333/0001-81      CPF        111.444.777-35
Município       Campinas                Município  São Paulo

ISS retido      Não`;
const WITHOUT_HEADINGS = `^NFS-e Nº 1234^

~CNPJ do Prestador~         ~Razão Social do Prestador~
11.222.333/0001-81          Oficina Exemplo Ltda

~CPF/CNPJ do Tomador~       ~Nome do Tomador~
111.444.777-35              Maria Exemplo da Silva`;

const valuesOf = (row: { name: string; value: string | null }[]) =>
  Object.fromEntries(row.map(({ name, value }) => [name, value]));
const read = (page: string) => readInvoice(readLayout(printed(page), 1).sections);

test.each([
  [HEADED, 'Consultoria em gestão, conforme contrato 123/2026. Competência julho de 2026. Horas: 40.', '5.00'],
  [LABELLED, 'Suporte técnico em informática, instalação e configuração de servidores', '3.00'],
  [IN_COLUMNS, 'Manutenção de elevadores no mês de julho. Peças inclusas.', '2.00'],
])(
  'services in free text keep their description and rate, as fields and as the row of their table',
  (page, text, rate) => {
    const { fields, tables } = read(page);
    const said = { descricao_item: text, aliquota_iss_item: rate };
    expect(valuesOf(fields)).toMatchObject(said);
    expect(tables.map((table) => [table.name, table.values.map(valuesOf)])).toEqual([['tabela_servico', [said]]]);
  },
);

test('what stands under a heading of other information is it', () => {
  const { fields } = read(`${HEADED}\n*OUTRAS INFORMAÇÕES*\nISS devido no mês 11/2025.\nEmitida por empresa optante.`);
  expect(valuesOf(fields)).toMatchObject({
    outras_informacoes: 'ISS devido no mês 11/2025. Emitida por empresa optante.',
  });
});

const PARTIES = {
  nome_prestador: 'Oficina Exemplo Ltda',
  cpf_cnpj_prestador: '11222333000181',
  nome: 'Maria Exemplo da Silva',
  cpf_cnpj: '11144477735',
};

test('parties side by side are told apart in ordinary print, too', () => {
  const cities = { municipio_prestador: 'Campinas', municipio: 'São Paulo', iss_retido: 'Não' };
  expect(valuesOf(read(IN_ORDINARY_PRINT).fields)).toMatchObject({ ...PARTIES, ...cities });
});

test('labels that name the party need no heading', () => {
  expect(valuesOf(read(WITHOUT_HEADINGS).fields)).toMatchObject({ ...PARTIES, numero_nota_fiscal: '1234' });
});

test('a name whose owner nothing tells is left out', () => {
  const { fields } = read('^*Recibo*^\n\n\nNome: Alguém Exemplo\nValor total: R$ 10,00');
  expect(valuesOf(fields)).toEqual({ valor_total_nota: '10.00' });
});

const IN_TWO_LINES = `^NFS-e Nº 1234^
*PRESTADOR DO SERVIÇO*
*CNPJ*                  *Nome*
11.222.333/0001-81      OFICINA EXEMPLO LTDA
*TOMADOR DO SERVIÇO*
*Nome*                                *E-mail*
MARIA DA CONCEIÇÃO EXEMPLO DE         -
TESTE E SILVA NETA

*Endereço*                            *Município*         *CEP*
DOZE DE OUTUBRO, 77, FRAGATA          Pelotas - RS        96040-210`;

test('a name goes on below its first line, and the address behind it is of the same party', () => {
  expect(valuesOf(read(IN_TWO_LINES).fields)).toMatchObject({
    nome: 'MARIA DA CONCEIÇÃO EXEMPLO DE TESTE E SILVA NETA',
    endereco: 'DOZE DE OUTUBRO, 77, FRAGATA',
    municipio: 'Pelotas',
    endereco_uf: 'RS',
    endereco_cep: '96040-210',
  });
});

test('an amount that another field has is not lost', () => {
  const page = (amount: string) =>
    readLayout(printed(`*VALORES*\nValor do ISS: R$ 79,52\nISS retido: ${amount}`), 1).sections;
  const isLost = (amount: string) => isFieldLost(page(amount), readInvoice(page(amount)));
  expect([isLost('R$ 79,52'), isLost('R$ 80,00')]).toEqual([false, true]);
});

const isLostIn = (page: string) => isFieldLost(readLayout(printed(page), 1).sections, read(page));
const OF_BOTH = `${WITHOUT_HEADINGS}

*DISCRIMINAÇÃO DOS SERVIÇOS*
Consultoria em gestão, conforme contrato 123/2026.
Competência julho. Horas: quarenta e mais duas, ainda não pagas pelo tomador`;

test('the service that was done is its code, if it has one, and else lost', () => {
  const page = (service: string) => `${OF_BOTH}\nServiço Prestado: ${service}`;
  const coded = page('12.13.01 - Produção de eventos, espetáculos e entrevistas');
  expect(valuesOf(read(coded).fields)).toMatchObject({
    codigo_servico: '12.13.01 - Produção de eventos, espetáculos e entrevistas',
    descricao_item: expect.stringMatching(/^Consultoria.*pelo tomador$/),
  });
  expect([isLostIn(coded), isLostIn(page('Limpeza'))]).toEqual([false, true]);
});

test('a sentence is lost whose label names no field, if no field has it, and another value is not', () => {
  const page = (text: string) => `${OF_BOTH}\n*VALORES*\nValor do ISS: R$ 79,52\nNatureza: ${text}`;
  const sentence = page('Tributação fora do município, pois o serviço é prestado em Gaspar');
  expect([isLostIn(sentence), isLostIn(page('Optante - Microempresa ou Empresa de Pequeno Porte (ME/EPP)'))]).toEqual([
    true,
    false,
  ]);
});
