import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRows, cells, columnsOf, grid, labelling } from '../../drawing/forms.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { printOf, type Paper } from '../../drawing/paper.ts';
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

const STYLE = labelling('5.4 times', '8.4 times-bold');
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
  const receipt = cells`
    DATA DE RECEBIMENTO [] 100 | IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR [] ${WIDTH - 210}
  `;
  boxRows(paper, LEFT, 38, 18, STYLE, receipt);
  paper.frame(LEFT + WIDTH - 110, 20, 110, 36);
  paper.text(LEFT + WIDTH - 55, 23, 'NF-e', '9 times-bold centre');
  paper.text(LEFT + WIDTH - 55, 34, `Nº ${dotted(number)}`, '9 times-bold centre');
  paper.text(LEFT + WIDTH - 55, 45, `SÉRIE ${series}`, '8 times-bold centre');
}

async function drawHead(paper: Paper, invoice: GoodsInvoice): Promise<void> {
  const { seller, sellerAddress: address } = invoice;
  paper.frame(LEFT, 66, 225, 88);
  const name = printOf('8.6 times-bold centre');
  paper.lines(LEFT + 112, 70, 10, paper.linesOf(capitals(seller.name), 215, name), name);
  const lines = [
    `${address.street}, ${address.number} - ${address.suburb}`,
    `${address.city.name} - ${address.city.state} - CEP ${asPostcode(address.postcode)}`,
    `Fone: ${seller.phone}`,
  ];
  paper.lines(LEFT + 112, 92, 11, lines, '7 times centre');
  paper.frame(LEFT + 225, 66, 96, 88);
  const middle = LEFT + 273;
  paper.text(middle, 70, 'DANFE', '12 times-bold centre');
  paper.lines(middle, 84, 8, ['Documento Auxiliar da', 'Nota Fiscal Eletrônica'], '6.4 times centre');
  paper.lines(LEFT + 232, 104, 8, ['0 - ENTRADA', '1 - SAÍDA'], '6.4 times');
  paper.frame(LEFT + 290, 104, 14, 14);
  paper.text(LEFT + 297, 107, '1', '9 times-bold centre');
  const numbers = [`Nº ${dotted(invoice.number)}`, `SÉRIE ${invoice.series}`, 'FOLHA 1/1'];
  paper.lines(middle, 122, 10, numbers, '8 times-bold centre');
  paper.frame(LEFT + 321, 66, 230, 88);
  paper.picture(await drawBarcode(invoice.key, 'Code128'), LEFT + 334, 71, 204, 32);
  paper.text(LEFT + 324, 108, 'CHAVE DE ACESSO', STYLE.label);
  paper.text(LEFT + 436, 116, inFours(invoice.key), '7.6 times-bold centre');
  paper.text(LEFT + 436, 132, 'Consulta de autenticidade no portal nacional da NF-e', '6.4 times centre');
  const rows = cells`
    NATUREZA DA OPERAÇÃO [VENDA DE MERCADORIA] 321 |
      PROTOCOLO DE AUTORIZAÇÃO DE USO [${invoice.protocol} ${printed(invoice.issued)} 10:12:45] 230
    INSCRIÇÃO ESTADUAL [${seller.state}] 183 | INSCRIÇÃO ESTADUAL DO SUBST. TRIBUTÁRIO [] 184 |
      CNPJ [${asCnpj(seller.cnpj)}] 184
  `;
  boxRows(paper, LEFT, 154, 20, STYLE, rows);
}

function drawBuyer(paper: Paper, { buyer, buyerAddress: address, issued }: GoodsInvoice): void {
  paper.text(LEFT, 198, 'DESTINATÁRIO / REMETENTE', '6.6 times-bold');
  const rows = cells`
    NOME / RAZÃO SOCIAL [${capitals(buyer.name)}] 331 | CNPJ / CPF [${asTaxNumber(buyer.document)}] 130 |
      DATA DA EMISSÃO [${printed(issued)}] 90
    ENDEREÇO [${capitals(`${address.street}, ${address.number}`)}] 251 |
      BAIRRO / DISTRITO [${capitals(address.suburb)}] 130 | CEP [${asPostcode(address.postcode)}] 80 |
      DATA DA SAÍDA [${printed(issued)}] 90
    MUNICÍPIO [${capitals(address.city.name)}] 251 | UF [${address.city.state}] 40 | FONE / FAX [] 90 |
      INSCRIÇÃO ESTADUAL [ISENTO] 80 | HORA DA SAÍDA [10:30:00] 90
  `;
  boxRows(paper, LEFT, 206, 20, STYLE, rows);
}

function drawAmounts(paper: Paper, { total }: GoodsInvoice): void {
  paper.text(LEFT, 270, 'CÁLCULO DO IMPOSTO', '6.6 times-bold');
  const sums = cells`
    BASE DE CÁLCULO DO ICMS [${amount(total)}] 110 > | VALOR DO ICMS [${amount(total * 0.18)}] 110 > |
      BASE DE CÁLCULO DO ICMS ST [${amount(0)}] 110 > | VALOR DO ICMS ST [${amount(0)}] 110 > |
      VALOR TOTAL DOS PRODUTOS [${amount(total)}] 111 >
    VALOR DO FRETE [${amount(0)}] 88 > | VALOR DO SEGURO [${amount(0)}] 88 > | DESCONTO [${amount(0)}] 88 > |
      OUTRAS DESPESAS [${amount(0)}] 88 > | VALOR DO IPI [${amount(0)}] 88 > |
      VALOR TOTAL DA NOTA [${amount(total)}] 111 >
  `;
  boxRows(paper, LEFT, 278, 20, STYLE, sums);
}

function drawArticles(paper: Paper, { articles }: GoodsInvoice): void {
  paper.text(LEFT, 326, 'DADOS DOS PRODUTOS / SERVIÇOS', '6.6 times-bold');
  const columns = columnsOf(`
    CÓDIGO 45 | DESCRIÇÃO DO PRODUTO 206 | NCM/SH 55 | CFOP 35 | UN 30 | QUANT. 50 > | VALOR UNIT. 60 > |
    VALOR TOTAL 70 >
  `);
  const rows = articles.map(articleCells);
  paper.frame(LEFT, 334, WIDTH, 300);
  grid(paper, LEFT, 334, columns, rows, { head: '5.6 times', cell: '7.4 times', row: 14 });
  paper.text(LEFT, 642, 'DADOS ADICIONAIS', '6.6 times-bold');
  const more = cells`
    INFORMAÇÕES COMPLEMENTARES [] 350 | RESERVADO AO FISCO [] 201
  `;
  boxRows(paper, LEFT, 650, 70, STYLE, more);
}
