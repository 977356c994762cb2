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

const STYLE = labelling('5 arial', '8 arial');
const SHEET = { width: A4.height, height: A4.width };
const [LEFT, WIDTH] = [70, 750];

/** The printed form of an NF-e across the page: no receipt strip in the way, a logo beside the issuer. */
export const danfeLandscape: Layout = {
  id: 'danfe-landscape',
  type: 'danfe',
  size: SHEET,
  async draw(paper, random) {
    const invoice = generateGoodsInvoice(random);
    paper.addPage(SHEET);
    await drawHead(paper, invoice);
    drawBuyer(paper, invoice);
    drawAmounts(paper, invoice);
    drawArticles(paper, invoice);
    return {
      fields: goodsFields(invoice, { seller: invoice.seller.name, buyer: capitals(invoice.buyer.name) }),
      codes: [{ format: 'Code128', value: invoice.key }],
    };
  },
};

async function drawHead(paper: Paper, invoice: GoodsInvoice): Promise<void> {
  const { seller, sellerAddress: address } = invoice;
  paper.frame(LEFT, 20, 320, 86);
  paper.text(LEFT + 160, 22, 'IDENTIFICAÇÃO DO EMITENTE', '5 centre');
  paper.fill(LEFT + 10, 34, 56, 56, '#88aacc');
  const name = printOf('10 arial-bold centre');
  paper.lines(LEFT + 195, 34, 12, paper.linesOf(seller.name, 236, name), name);
  const lines = [
    `${address.street}, ${address.number}`,
    `${address.suburb} - CEP ${asPostcode(address.postcode)}`,
    `${address.city.name} - ${address.city.state} - Fone ${seller.phone}`,
  ];
  paper.lines(LEFT + 195, 62, 10, lines, '7 centre');
  paper.frame(LEFT + 320, 20, 120, 86);
  paper.text(LEFT + 380, 23, 'DANFE', '13 arial-bold centre');
  paper.lines(LEFT + 380, 38, 7, ['DOCUMENTO AUXILIAR DA NOTA', 'FISCAL ELETRÔNICA'], '6 centre');
  paper.lines(LEFT + 326, 56, 8, ['0-ENTRADA', '1-SAÍDA'], '6');
  paper.text(LEFT + 416, 56, '1', '10 arial-bold');
  paper.text(LEFT + 380, 76, `Nº ${dotted(invoice.number)}`, '8.5 arial-bold centre');
  paper.text(LEFT + 380, 86, `SÉRIE: ${String(invoice.series).padStart(3, '0')}`, '8.5 arial-bold centre');
  paper.text(LEFT + 380, 96, 'FOLHA 1 de 1', '7 centre');
  paper.frame(LEFT + 440, 20, 310, 86);
  paper.picture(await drawBarcode(invoice.key, 'Code128'), LEFT + 460, 24, 270, 32);
  paper.text(LEFT + 443, 62, 'CHAVE DE ACESSO', STYLE.label);
  paper.text(LEFT + 595, 70, inFours(invoice.key), '9 arial-bold centre');
  paper.text(LEFT + 595, 86, 'Consulta de autenticidade no portal nacional da NF-e www.nfe.example.com', '6.5 centre');
  const rows = cells`
    NATUREZA DA OPERAÇÃO [VENDA DE MERCADORIAS] 440 |
      PROTOCOLO DE AUTORIZAÇÃO DE USO [${invoice.protocol} - ${printed(invoice.issued)} 08:15:02] 310
    INSCRIÇÃO ESTADUAL [${seller.state}] 250 | INSCRIÇÃO ESTADUAL DO SUBST. TRIBUT. [] 250 |
      CNPJ [${asCnpj(seller.cnpj)}] 250
  `;
  boxRows(paper, LEFT, 106, 20, STYLE, rows);
}

function drawBuyer(paper: Paper, { buyer, buyerAddress: address, issued }: GoodsInvoice): void {
  paper.text(LEFT, 148, 'DESTINATÁRIO/REMETENTE', '6 arial-bold');
  const rows = cells`
    NOME/RAZÃO SOCIAL [${capitals(buyer.name)}] 450 | CNPJ/CPF [${asTaxNumber(buyer.document)}] 180 |
      DATA DA EMISSÃO [${printed(issued)}] 120
    ENDEREÇO [${address.street}, ${address.number}] 330 | BAIRRO/DISTRITO [${address.suburb}] 190 |
      CEP [${asPostcode(address.postcode)}] 110 | DATA DA SAÍDA/ENTRADA [] 120
    MUNICÍPIO [${address.city.name}] 300 | FONE/FAX [] 140 | UF [${address.city.state}] 40 |
      INSCRIÇÃO ESTADUAL [] 150 | HORA DA SAÍDA [] 120
  `;
  boxRows(paper, LEFT, 156, 19, STYLE, rows);
  paper.text(LEFT, 216, 'FATURA / DUPLICATAS', '6 arial-bold');
  const bill = cells`
    NÚMERO [001] 100 | VENCIMENTO [${printed(issued)}] 100 | VALOR [] 100 | NÚMERO [] 150 | VENCIMENTO [] 150 |
      VALOR [] 150
  `;
  boxRows(paper, LEFT, 224, 18, STYLE, bill);
}

function drawAmounts(paper: Paper, { total }: GoodsInvoice): void {
  paper.text(LEFT, 246, 'CÁLCULO DO IMPOSTO', '6 arial-bold');
  const sums = cells`
    BASE DE CÁLC. DO ICMS [${amount(total)}] 110 > | VALOR DO ICMS [${amount(total * 0.18)}] 110 > |
      BASE DE CÁLC. ICMS S.T. [${amount(0)}] 110 > | VALOR DO ICMS SUBST. [${amount(0)}] 110 > |
      V. IMP. IMPORTAÇÃO [${amount(0)}] 100 > | VALOR DO PIS [${amount(0)}] 100 > |
      V. TOTAL PRODUTOS [${amount(total - 10)}] 110 >
    VALOR DO FRETE [${amount(10)}] 110 > | VALOR DO SEGURO [${amount(0)}] 110 > | DESCONTO [${amount(0)}] 110 > |
      OUTRAS DESPESAS [${amount(0)}] 110 > | VALOR TOTAL IPI [${amount(0)}] 100 > |
      VALOR DA COFINS [${amount(0)}] 100 > | V. TOTAL DA NOTA [${amount(total)}] 110 >
  `;
  boxRows(paper, LEFT, 254, 19, STYLE, sums);
  paper.text(LEFT, 296, 'TRANSPORTADOR / VOLUMES TRANSPORTADOS', '6 arial-bold');
  const carrier = cells`
    NOME / RAZÃO SOCIAL [TRANSPORTES ENSAIO LTDA] 300 | FRETE POR CONTA [0-Remetente] 100 | CÓDIGO ANTT [] 90 |
      PLACA DO VEÍCULO [] 90 | UF [] 40 | CNPJ / CPF [] 130
  `;
  boxRows(paper, LEFT, 304, 19, STYLE, carrier);
}

function drawArticles(paper: Paper, { articles }: GoodsInvoice): void {
  paper.text(LEFT, 328, 'DADOS DOS PRODUTOS / SERVIÇOS', '6 arial-bold');
  const columns = columnsOf(`
    CÓD. PROD. 60 | DESCRIÇÃO DO PRODUTO/SERVIÇO 330 | NCM/SH 70 | CFOP 50 | UNID. 40 | QTD. 60 > |
    VLR. UNIT. 70 > | VLR. TOTAL 70 >
  `);
  const rows = articles.map(articleCells);
  paper.frame(LEFT, 336, WIDTH, 140);
  grid(paper, LEFT, 336, columns, rows, { head: '5', cell: '7', row: 12 });
  const more = cells`
    INFORMAÇÕES COMPLEMENTARES [] 500 | RESERVADO AO FISCO [] 250
  `;
  boxRows(paper, LEFT, 486, 60, STYLE, more);
}
