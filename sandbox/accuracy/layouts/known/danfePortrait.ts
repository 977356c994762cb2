import { A4, type Truth } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRow, grid, type BoxCell } from '../../drawing/forms.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { dotted, goodsFields, inFours, generateGoodsInvoice, type GoodsInvoice } from '../../synthetic/invoices.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import type { Random } from '../../synthetic/random.ts';

const STYLE = { label: { size: 5.4, font: 'times' }, value: { size: 8.4, font: 'times-bold' } } as const;
const [LEFT, WIDTH] = [22, 551];

/** The printed form of an NF-e, upright, as the tax authority's manual has it. */
export const danfePortrait: Layout = {
  id: 'danfe-portrait',
  type: 'danfe',
  size: A4,
  async draw(paper: Paper, random: Random): Promise<Truth> {
    const invoice = generateGoodsInvoice(random);
    paper.addPage(A4);
    drawReceipt(paper, invoice);
    await drawHead(paper, invoice);
    drawBuyer(paper, invoice);
    drawAmounts(paper, invoice);
    drawArticles(paper, invoice);
    return {
      fields: goodsFields(invoice, { seller: capitals(invoice.seller.name), buyer: capitals(invoice.buyer.name) }),
      codes: [{ format: 'Code128', value: invoice.key }],
    };
  },
};

function drawReceipt(paper: Paper, { seller, number, series }: GoodsInvoice): void {
  paper.frame(LEFT, 20, WIDTH - 110, 18, { line: 0.5 });
  paper.text(
    LEFT + 3,
    25,
    `RECEBEMOS DE ${capitals(seller.name)} OS PRODUTOS CONSTANTES DA NOTA FISCAL INDICADA AO LADO`,
    { size: 5.6, font: 'times' },
  );
  boxRow(
    paper,
    LEFT,
    38,
    18,
    [
      { label: 'DATA DE RECEBIMENTO', value: '', width: 100 },
      { label: 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR', value: '', width: WIDTH - 210 },
    ],
    STYLE,
  );
  paper.frame(LEFT + WIDTH - 110, 20, 110, 36);
  paper.text(LEFT + WIDTH - 55, 23, 'NF-e', { size: 9, font: 'times-bold', align: 'centre' });
  paper.text(LEFT + WIDTH - 55, 34, `Nº ${dotted(number)}`, { size: 9, font: 'times-bold', align: 'centre' });
  paper.text(LEFT + WIDTH - 55, 45, `SÉRIE ${series}`, { size: 8, font: 'times-bold', align: 'centre' });
}

async function drawHead(paper: Paper, invoice: GoodsInvoice): Promise<void> {
  const { seller, sellerAddress: address } = invoice;
  paper.frame(LEFT, 66, 225, 88);
  const name = { size: 8.6, font: 'times-bold', align: 'centre' } as const;
  paper
    .linesOf(capitals(seller.name), 215, name)
    .forEach((line, index) => paper.text(LEFT + 112, 70 + 10 * index, line, name));
  paper.text(LEFT + 112, 92, `${address.street}, ${address.number} - ${address.suburb}`, {
    size: 7,
    font: 'times',
    align: 'centre',
  });
  paper.text(LEFT + 112, 103, `${address.city.name} - ${address.city.state} - CEP ${asPostcode(address.postcode)}`, {
    size: 7,
    font: 'times',
    align: 'centre',
  });
  paper.text(LEFT + 112, 114, `Fone: ${seller.phone}`, { size: 7, font: 'times', align: 'centre' });
  paper.frame(LEFT + 225, 66, 96, 88);
  const middle = LEFT + 273;
  paper.text(middle, 70, 'DANFE', { size: 12, font: 'times-bold', align: 'centre' });
  ['Documento Auxiliar da', 'Nota Fiscal Eletrônica'].forEach((line, index) =>
    paper.text(middle, 84 + 8 * index, line, { size: 6.4, font: 'times', align: 'centre' }),
  );
  paper.text(LEFT + 232, 104, '0 - ENTRADA', { size: 6.4, font: 'times' });
  paper.text(LEFT + 232, 112, '1 - SAÍDA', { size: 6.4, font: 'times' });
  paper.frame(LEFT + 290, 104, 14, 14);
  paper.text(LEFT + 297, 107, '1', { size: 9, font: 'times-bold', align: 'centre' });
  [`Nº ${dotted(invoice.number)}`, `SÉRIE ${invoice.series}`, 'FOLHA 1/1'].forEach((line, index) =>
    paper.text(middle, 122 + 10 * index, line, { size: 8, font: 'times-bold', align: 'centre' }),
  );
  paper.frame(LEFT + 321, 66, 230, 88);
  paper.picture(await drawBarcode(invoice.key, 'Code128'), LEFT + 334, 71, 204, 32);
  paper.text(LEFT + 324, 108, 'CHAVE DE ACESSO', STYLE.label);
  paper.text(LEFT + 436, 116, inFours(invoice.key), { size: 7.6, font: 'times-bold', align: 'centre' });
  paper.text(LEFT + 436, 132, 'Consulta de autenticidade no portal nacional da NF-e', {
    size: 6.4,
    font: 'times',
    align: 'centre',
  });
  const y = boxRow(
    paper,
    LEFT,
    154,
    20,
    [
      { label: 'NATUREZA DA OPERAÇÃO', value: 'VENDA DE MERCADORIA', width: 321 },
      {
        label: 'PROTOCOLO DE AUTORIZAÇÃO DE USO',
        value: `${invoice.protocol} ${printed(invoice.issued)} 10:12:45`,
        width: 230,
      },
    ],
    STYLE,
  );
  boxRow(
    paper,
    LEFT,
    y,
    20,
    [
      { label: 'INSCRIÇÃO ESTADUAL', value: seller.state, width: 183 },
      { label: 'INSCRIÇÃO ESTADUAL DO SUBST. TRIBUTÁRIO', value: '', width: 184 },
      { label: 'CNPJ', value: asCnpj(seller.cnpj), width: 184 },
    ],
    STYLE,
  );
}

const documentOf = (digits: string): string => (digits.length === 11 ? asCpf(digits) : asCnpj(digits));

function drawBuyer(paper: Paper, { buyer, buyerAddress: address, issued }: GoodsInvoice): void {
  paper.text(LEFT, 198, 'DESTINATÁRIO / REMETENTE', { size: 6.6, font: 'times-bold' });
  const rows: BoxCell[][] = [
    [
      { label: 'NOME / RAZÃO SOCIAL', value: capitals(buyer.name), width: 331 },
      { label: 'CNPJ / CPF', value: documentOf(buyer.document), width: 130 },
      { label: 'DATA DA EMISSÃO', value: printed(issued), width: 90 },
    ],
    [
      { label: 'ENDEREÇO', value: capitals(`${address.street}, ${address.number}`), width: 251 },
      { label: 'BAIRRO / DISTRITO', value: capitals(address.suburb), width: 130 },
      { label: 'CEP', value: asPostcode(address.postcode), width: 80 },
      { label: 'DATA DA SAÍDA', value: printed(issued), width: 90 },
    ],
    [
      { label: 'MUNICÍPIO', value: capitals(address.city.name), width: 251 },
      { label: 'UF', value: address.city.state, width: 40 },
      { label: 'FONE / FAX', value: '', width: 90 },
      { label: 'INSCRIÇÃO ESTADUAL', value: 'ISENTO', width: 80 },
      { label: 'HORA DA SAÍDA', value: '10:30:00', width: 90 },
    ],
  ];
  rows.reduce((y, cells) => boxRow(paper, LEFT, y, 20, cells, STYLE), 206);
}

function drawAmounts(paper: Paper, { total }: GoodsInvoice): void {
  paper.text(LEFT, 270, 'CÁLCULO DO IMPOSTO', { size: 6.6, font: 'times-bold' });
  const cell = (label: string, value: number, width: number): BoxCell => ({
    label,
    value: amount(value),
    width,
    right: true,
  });
  const first = [
    cell('BASE DE CÁLCULO DO ICMS', total, 110),
    cell('VALOR DO ICMS', total * 0.18, 110),
    cell('BASE DE CÁLCULO DO ICMS ST', 0, 110),
    cell('VALOR DO ICMS ST', 0, 110),
    cell('VALOR TOTAL DOS PRODUTOS', total, 111),
  ];
  const second = [
    cell('VALOR DO FRETE', 0, 88),
    cell('VALOR DO SEGURO', 0, 88),
    cell('DESCONTO', 0, 88),
    cell('OUTRAS DESPESAS', 0, 88),
    cell('VALOR DO IPI', 0, 88),
    cell('VALOR TOTAL DA NOTA', total, 111),
  ];
  boxRow(paper, LEFT, boxRow(paper, LEFT, 278, 20, first, STYLE), 20, second, STYLE);
}

function drawArticles(paper: Paper, { articles }: GoodsInvoice): void {
  paper.text(LEFT, 326, 'DADOS DOS PRODUTOS / SERVIÇOS', { size: 6.6, font: 'times-bold' });
  const columns = [
    { head: 'CÓDIGO', width: 45 },
    { head: 'DESCRIÇÃO DO PRODUTO', width: 206 },
    { head: 'NCM/SH', width: 55 },
    { head: 'CFOP', width: 35 },
    { head: 'UN', width: 30 },
    { head: 'QUANT.', width: 50, right: true },
    { head: 'VALOR UNIT.', width: 60, right: true },
    { head: 'VALOR TOTAL', width: 70, right: true },
  ];
  const rows = articles.map(({ code, text, ncm, cfop, unit, quantity, price }) => [
    code,
    text,
    ncm,
    cfop,
    unit,
    String(quantity),
    amount(price),
    amount(quantity * price),
  ]);
  paper.frame(LEFT, 334, WIDTH, 300);
  grid(paper, LEFT, 334, columns, rows, {
    head: { size: 5.6, font: 'times' },
    cell: { size: 7.4, font: 'times' },
    row: 14,
  });
  paper.text(LEFT, 642, 'DADOS ADICIONAIS', { size: 6.6, font: 'times-bold' });
  boxRow(
    paper,
    LEFT,
    650,
    70,
    [
      { label: 'INFORMAÇÕES COMPLEMENTARES', value: '', width: 350 },
      { label: 'RESERVADO AO FISCO', value: '', width: 201 },
    ],
    STYLE,
  );
}
