import { makePdf, type Print, put, row } from '../../../sandbox/samples/pdf.ts';

/** Documents of business with made-up people; numbers pass their check digits. */
export const ACCESS_KEY = '35250411222333000181550010000012341102030454';
export const BOLETO_LINE = '00190000090114971860168524522114675860000102656';

type Document = Parameters<Parameters<typeof makePdf>[0]>[0];
type Cell = [x: number, label: string, value: string | null, rightEdge?: number];

const LABEL = { size: 6 };
const grouped = (digits: string) => digits.replace(/\d{4}(?=\d)/g, '$& ');

/** A row of boxes: small labels in their corners, values under them, at the left or at the right edge. */
function cells(d: Document, y: number, row: Cell[], value: Print = { size: 9 }): void {
  for (const [x, label, text, right] of row) {
    put(d, x, y, label, LABEL);
    if (text !== null) put(d, x, y + 9, text, { ...value, ...(right === undefined ? {} : { right }) });
  }
}

/** The printed form of an invoice for goods, as most programs print it. */
export const danfePdf = (key = ACCESS_KEY) =>
  makePdf((d) => {
    put(
      d,
      25,
      20,
      'RECEBEMOS DE PAPELARIA MODELO LTDA OS PRODUTOS E/OU SERVIÇOS CONSTANTES DA NOTA FISCAL ELETRÔNICA INDICADA AO LADO',
      { size: 6 },
    );
    put(d, 500, 20, 'NF-e', { size: 9, bold: true });
    put(d, 480, 32, 'Nº 000.001.234', { size: 9, bold: true });
    put(d, 480, 44, 'SÉRIE 1', { size: 9, bold: true });
    cells(d, 36, [
      [25, 'DATA DE RECEBIMENTO', null],
      [140, 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR', null],
    ]);
    put(d, 30, 80, 'Papelaria Modelo Ltda', { size: 12, bold: true });
    put(d, 30, 98, 'Rua das Amostras, 500 - Centro', { size: 8 });
    put(d, 30, 109, 'São Paulo - SP - CEP 01310-100', { size: 8 });
    put(d, 250, 78, 'DANFE', { size: 14, bold: true });
    put(d, 240, 94, 'Documento Auxiliar da Nota', { size: 7 });
    put(d, 240, 103, 'Fiscal Eletrônica', { size: 7 });
    put(d, 240, 114, '0 - ENTRADA', { size: 7 });
    put(d, 240, 123, '1 - SAÍDA', { size: 7 });
    put(d, 310, 118, '1', { size: 10, bold: true });
    put(d, 245, 134, 'Nº 000.001.234', { size: 8, bold: true });
    put(d, 245, 144, 'SÉRIE 1  FOLHA 1/1', { size: 8, bold: true });
    cells(d, 90, [[345, 'CHAVE DE ACESSO', grouped(key)]], { size: 8, bold: true });
    put(d, 345, 120, 'Consulta de autenticidade no portal nacional da NF-e', { size: 7 });
    cells(d, 160, [
      [25, 'NATUREZA DA OPERAÇÃO', 'Venda de mercadoria'],
      [345, 'PROTOCOLO DE AUTORIZAÇÃO DE USO', '135250000123456 15/04/2025 10:21:33'],
    ]);
    cells(d, 184, [
      [25, 'INSCRIÇÃO ESTADUAL', '110042490114'],
      [220, 'INSC. ESTADUAL DO SUBST. TRIB.', null],
      [420, 'CNPJ', '11.222.333/0001-81'],
    ]);
    put(d, 25, 210, 'DESTINATÁRIO / REMETENTE', { size: 7, bold: true });
    cells(d, 220, [
      [25, 'NOME / RAZÃO SOCIAL', 'Comércio Exemplo de Livros SA'],
      [330, 'CNPJ / CPF', '11.444.777/0001-61'],
      [470, 'DATA DA EMISSÃO', '15/04/2025', 560],
    ]);
    cells(d, 244, [
      [25, 'ENDEREÇO', 'Avenida do Teste, 77'],
      [250, 'BAIRRO / DISTRITO', 'Vila Exemplo'],
      [380, 'CEP', '13010-110'],
      [470, 'DATA DA SAÍDA/ENTRADA', '16/04/2025', 560],
    ]);
    cells(d, 268, [
      [25, 'MUNICÍPIO', 'Campinas'],
      [220, 'UF', 'SP'],
      [260, 'FONE / FAX', '(19) 3555-0100'],
      [380, 'INSCRIÇÃO ESTADUAL', '244000000110'],
      [470, 'HORA DA SAÍDA', '08:00:00', 560],
    ]);
    put(d, 25, 294, 'CÁLCULO DO IMPOSTO', { size: 7, bold: true });
    cells(d, 304, [
      [25, 'BASE DE CÁLCULO DO ICMS', '1.250,00', 125],
      [135, 'VALOR DO ICMS', '225,00', 225],
      [235, 'BASE DE CÁLC. ICMS S.T.', '0,00', 335],
      [345, 'VALOR DO ICMS SUBST.', '0,00', 440],
      [450, 'VALOR TOTAL DOS PRODUTOS', '1.250,00', 560],
    ]);
    cells(d, 328, [
      [25, 'VALOR DO FRETE', '50,00', 105],
      [115, 'VALOR DO SEGURO', '0,00', 195],
      [205, 'DESCONTO', '10,00', 285],
      [295, 'OUTRAS DESPESAS', '0,00', 375],
      [385, 'VALOR DO IPI', '0,00', 440],
      [450, 'VALOR TOTAL DA NOTA', '1.290,00', 560],
    ]);
    put(d, 25, 354, 'DADOS DOS PRODUTOS / SERVIÇOS', { size: 7, bold: true });
    const columns = [
      { x: 25 },
      { x: 70 },
      { x: 260 },
      { x: 310 },
      { x: 345, right: 385 },
      { x: 400, right: 460 },
      { x: 480, right: 560 },
    ];
    row(d, 366, columns, ['CÓDIGO', 'DESCRIÇÃO DO PRODUTO', 'NCM/SH', 'UN', 'QUANT', 'VALOR UNIT', 'VALOR TOTAL'], {
      size: 6,
    });
    row(d, 378, columns, ['A-100', 'Caderno universitário 200 folhas', '48202000', 'UN', '50', '15,00', '750,00'], {
      size: 7,
    });
    row(d, 390, columns, ['B-220', 'Caneta esferográfica azul', '96081000', 'CX', '10', '50,00', '500,00'], {
      size: 7,
    });
    put(d, 25, 410, 'DADOS ADICIONAIS', { size: 7, bold: true });
    cells(d, 420, [[25, 'INFORMAÇÕES COMPLEMENTARES', 'Pedido 4455. Entregar no período da manhã.']]);
  });

const maskedLine = (line: string) => line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)/, '$1.$2 $3.$4 $5.$6 $7 ');

export type BoletoPrint = { line?: string; due?: string; amount?: string };

/** A bank slip: the payer's part and, under it, the part for the bank. */
export const boletoPdf = ({ line = BOLETO_LINE, due = '15/07/2018', amount = '1.026,56' }: BoletoPrint = {}) =>
  makePdf((d) => {
    drawPart(d, 40, 'Recibo do Pagador', { line, due, amount });
    drawPart(d, 330, 'Ficha de Compensação', { line, due, amount });
  });

function drawPart(d: Document, top: number, title: string, { line, due, amount }: Required<BoletoPrint>): void {
  put(d, 30, top, 'Banco Amostra', { size: 12, bold: true });
  put(d, 150, top, '001-9', { size: 13, bold: true });
  put(d, 215, top, maskedLine(line), { size: 11, bold: true });
  put(d, 470, top - 14, title, { size: 7 });
  cells(d, top + 24, [
    [30, 'Local de pagamento', 'Pagável em qualquer banco até o vencimento'],
    [430, 'Vencimento', due, 560],
  ]);
  cells(d, top + 48, [
    [30, 'Beneficiário', 'Escola Exemplo de Música Ltda'],
    [300, 'CPF/CNPJ', '11.222.333/0001-81'],
    [430, 'Agência/Código do Beneficiário', '1234-5 / 67890-1', 560],
  ]);
  cells(d, top + 72, [
    [30, 'Data do documento', '20/06/2018'],
    [120, 'Nº do documento', 'MENS-0618'],
    [220, 'Espécie doc.', 'DM'],
    [280, 'Aceite', 'N'],
    [330, 'Data processamento', '20/06/2018'],
    [430, 'Carteira / Nosso número', '17/01149718601', 560],
  ]);
  cells(d, top + 96, [
    [30, 'Uso do banco', null],
    [120, 'Carteira', '17'],
    [170, 'Espécie', 'R$'],
    [220, 'Quantidade', null],
    [330, 'Valor', null],
    [430, '(=) Valor do documento', amount, 560],
  ]);
  cells(d, top + 120, [
    [30, 'Instruções', 'Não receber após 30 dias do vencimento.'],
    [430, '(-) Desconto / Abatimento', null],
  ]);
  cells(d, top + 144, [[430, '(+) Mora / Multa', null]]);
  cells(d, top + 168, [[430, '(=) Valor cobrado', null]]);
  cells(d, top + 192, [[30, 'Pagador', 'Maria Exemplo da Silva - CPF: 111.444.777-35']]);
  put(d, 30, top + 213, 'Rua das Palmeiras, 215 - Vila Exemplo - 13010-110 Campinas - SP', { size: 9 });
  cells(d, top + 230, [
    [30, 'Sacador/Avalista', null],
    [430, 'Autenticação mecânica', null],
  ]);
}
