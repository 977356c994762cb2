import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRows, cell, boxRow, grid, type BoxCell } from '../../drawing/forms.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import {
  articleCells,
  dotted,
  goodsFields,
  inFours,
  generateGoodsInvoice,
  type GoodsInvoice,
} from '../../synthetic/invoices.ts';
import { asTaxNumber, amount, asCnpj } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';

const STYLE = { label: { size: 5.4, font: 'times' }, value: { size: 8.4, font: 'times-bold' } } as const;
const [LEFT, WIDTH] = [22, 551];

/** The printed form of an NF-e, upright, as the tax authority's manual has it. */
export const danfePortrait: Layout = {
  id: 'danfe-portrait',
  type: 'danfe',
  size: A4,
  async draw(paper, random) {
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
    '5.6 times',
  );
  boxRow(paper, LEFT, 38, 18, STYLE, [
    cell('DATA DE RECEBIMENTO', '', 100),
    cell('IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR', '', WIDTH - 210),
  ]);
  paper.frame(LEFT + WIDTH - 110, 20, 110, 36);
  paper.text(LEFT + WIDTH - 55, 23, 'NF-e', '9 times-bold centre');
  paper.text(LEFT + WIDTH - 55, 34, `Nº ${dotted(number)}`, '9 times-bold centre');
  paper.text(LEFT + WIDTH - 55, 45, `SÉRIE ${series}`, '8 times-bold centre');
}

async function drawHead(paper: Paper, invoice: GoodsInvoice): Promise<void> {
  const { seller, sellerAddress: address } = invoice;
  paper.frame(LEFT, 66, 225, 88);
  const name = { size: 8.6, font: 'times-bold', align: 'centre' } as const;
  paper
    .linesOf(capitals(seller.name), 215, name)
    .forEach((line, index) => paper.text(LEFT + 112, 70 + 10 * index, line, name));
  paper.text(LEFT + 112, 92, `${address.street}, ${address.number} - ${address.suburb}`, '7 times centre');
  paper.text(
    LEFT + 112,
    103,
    `${address.city.name} - ${address.city.state} - CEP ${asPostcode(address.postcode)}`,
    '7 times centre',
  );
  paper.text(LEFT + 112, 114, `Fone: ${seller.phone}`, '7 times centre');
  paper.frame(LEFT + 225, 66, 96, 88);
  const middle = LEFT + 273;
  paper.text(middle, 70, 'DANFE', '12 times-bold centre');
  ['Documento Auxiliar da', 'Nota Fiscal Eletrônica'].forEach((line, index) =>
    paper.text(middle, 84 + 8 * index, line, '6.4 times centre'),
  );
  paper.text(LEFT + 232, 104, '0 - ENTRADA', '6.4 times');
  paper.text(LEFT + 232, 112, '1 - SAÍDA', '6.4 times');
  paper.frame(LEFT + 290, 104, 14, 14);
  paper.text(LEFT + 297, 107, '1', '9 times-bold centre');
  [`Nº ${dotted(invoice.number)}`, `SÉRIE ${invoice.series}`, 'FOLHA 1/1'].forEach((line, index) =>
    paper.text(middle, 122 + 10 * index, line, '8 times-bold centre'),
  );
  paper.frame(LEFT + 321, 66, 230, 88);
  paper.picture(await drawBarcode(invoice.key, 'Code128'), LEFT + 334, 71, 204, 32);
  paper.text(LEFT + 324, 108, 'CHAVE DE ACESSO', STYLE.label);
  paper.text(LEFT + 436, 116, inFours(invoice.key), '7.6 times-bold centre');
  paper.text(LEFT + 436, 132, 'Consulta de autenticidade no portal nacional da NF-e', '6.4 times centre');
  const y = boxRow(paper, LEFT, 154, 20, STYLE, [
    cell('NATUREZA DA OPERAÇÃO', 'VENDA DE MERCADORIA', 321),
    cell('PROTOCOLO DE AUTORIZAÇÃO DE USO', `${invoice.protocol} ${printed(invoice.issued)} 10:12:45`, 230),
  ]);
  boxRow(paper, LEFT, y, 20, STYLE, [
    cell('INSCRIÇÃO ESTADUAL', seller.state, 183),
    cell('INSCRIÇÃO ESTADUAL DO SUBST. TRIBUTÁRIO', '', 184),
    cell('CNPJ', asCnpj(seller.cnpj), 184),
  ]);
}

function drawBuyer(paper: Paper, { buyer, buyerAddress: address, issued }: GoodsInvoice): void {
  paper.text(LEFT, 198, 'DESTINATÁRIO / REMETENTE', '6.6 times-bold');
  const rows: BoxCell[][] = [
    [
      cell('NOME / RAZÃO SOCIAL', capitals(buyer.name), 331),
      cell('CNPJ / CPF', asTaxNumber(buyer.document), 130),
      cell('DATA DA EMISSÃO', printed(issued), 90),
    ],
    [
      cell('ENDEREÇO', capitals(`${address.street}, ${address.number}`), 251),
      cell('BAIRRO / DISTRITO', capitals(address.suburb), 130),
      cell('CEP', asPostcode(address.postcode), 80),
      cell('DATA DA SAÍDA', printed(issued), 90),
    ],
    [
      cell('MUNICÍPIO', capitals(address.city.name), 251),
      cell('UF', address.city.state, 40),
      cell('FONE / FAX', '', 90),
      cell('INSCRIÇÃO ESTADUAL', 'ISENTO', 80),
      cell('HORA DA SAÍDA', '10:30:00', 90),
    ],
  ];
  boxRows(paper, LEFT, 206, 20, STYLE, rows);
}

function drawAmounts(paper: Paper, { total }: GoodsInvoice): void {
  paper.text(LEFT, 270, 'CÁLCULO DO IMPOSTO', '6.6 times-bold');
  const sum = (label: string, value: number, width: number) => cell(label, amount(value), width, true);
  const first = [
    sum('BASE DE CÁLCULO DO ICMS', total, 110),
    sum('VALOR DO ICMS', total * 0.18, 110),
    sum('BASE DE CÁLCULO DO ICMS ST', 0, 110),
    sum('VALOR DO ICMS ST', 0, 110),
    sum('VALOR TOTAL DOS PRODUTOS', total, 111),
  ];
  const second = [
    sum('VALOR DO FRETE', 0, 88),
    sum('VALOR DO SEGURO', 0, 88),
    sum('DESCONTO', 0, 88),
    sum('OUTRAS DESPESAS', 0, 88),
    sum('VALOR DO IPI', 0, 88),
    sum('VALOR TOTAL DA NOTA', total, 111),
  ];
  boxRows(paper, LEFT, 278, 20, STYLE, [first, second]);
}

function drawArticles(paper: Paper, { articles }: GoodsInvoice): void {
  paper.text(LEFT, 326, 'DADOS DOS PRODUTOS / SERVIÇOS', '6.6 times-bold');
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
  const rows = articles.map(articleCells);
  paper.frame(LEFT, 334, WIDTH, 300);
  grid(paper, LEFT, 334, columns, rows, {
    head: { size: 5.6, font: 'times' },
    cell: { size: 7.4, font: 'times' },
    row: 14,
  });
  paper.text(LEFT, 642, 'DADOS ADICIONAIS', '6.6 times-bold');
  boxRow(paper, LEFT, 650, 70, STYLE, [
    cell('INFORMAÇÕES COMPLEMENTARES', '', 350),
    cell('RESERVADO AO FISCO', '', 201),
  ]);
}
