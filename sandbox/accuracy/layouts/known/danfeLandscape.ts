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

const STYLE = { label: { size: 5, font: 'arial' }, value: { size: 8, font: 'arial' } } as const;
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
  const name = { size: 10, font: 'arial-bold', align: 'centre' } as const;
  paper.linesOf(seller.name, 236, name).forEach((line, index) => paper.text(LEFT + 195, 34 + 12 * index, line, name));
  [
    `${address.street}, ${address.number}`,
    `${address.suburb} - CEP ${asPostcode(address.postcode)}`,
    `${address.city.name} - ${address.city.state} - Fone ${seller.phone}`,
  ].forEach((line, index) => paper.text(LEFT + 195, 62 + 10 * index, line, '7 centre'));
  paper.frame(LEFT + 320, 20, 120, 86);
  paper.text(LEFT + 380, 23, 'DANFE', '13 arial-bold centre');
  paper.text(LEFT + 380, 38, 'DOCUMENTO AUXILIAR DA NOTA', '6 centre');
  paper.text(LEFT + 380, 45, 'FISCAL ELETRÔNICA', '6 centre');
  paper.text(LEFT + 326, 56, '0-ENTRADA', '6');
  paper.text(LEFT + 326, 64, '1-SAÍDA', '6');
  paper.text(LEFT + 416, 56, '1', '10 arial-bold');
  paper.text(LEFT + 380, 76, `Nº ${dotted(invoice.number)}`, '8.5 arial-bold centre');
  paper.text(LEFT + 380, 86, `SÉRIE: ${String(invoice.series).padStart(3, '0')}`, '8.5 arial-bold centre');
  paper.text(LEFT + 380, 96, 'FOLHA 1 de 1', '7 centre');
  paper.frame(LEFT + 440, 20, 310, 86);
  paper.picture(await drawBarcode(invoice.key, 'Code128'), LEFT + 460, 24, 270, 32);
  paper.text(LEFT + 443, 62, 'CHAVE DE ACESSO', STYLE.label);
  paper.text(LEFT + 595, 70, inFours(invoice.key), '9 arial-bold centre');
  paper.text(LEFT + 595, 86, 'Consulta de autenticidade no portal nacional da NF-e www.nfe.example.com', '6.5 centre');
  const y = boxRow(paper, LEFT, 106, 20, STYLE, [
    cell('NATUREZA DA OPERAÇÃO', 'VENDA DE MERCADORIAS', 440),
    cell('PROTOCOLO DE AUTORIZAÇÃO DE USO', `${invoice.protocol} - ${printed(invoice.issued)} 08:15:02`, 310),
  ]);
  boxRow(paper, LEFT, y, 20, STYLE, [
    cell('INSCRIÇÃO ESTADUAL', seller.state, 250),
    cell('INSCRIÇÃO ESTADUAL DO SUBST. TRIBUT.', '', 250),
    cell('CNPJ', asCnpj(seller.cnpj), 250),
  ]);
}

function drawBuyer(paper: Paper, { buyer, buyerAddress: address, issued }: GoodsInvoice): void {
  paper.text(LEFT, 148, 'DESTINATÁRIO/REMETENTE', '6 arial-bold');
  const rows: BoxCell[][] = [
    [
      cell('NOME/RAZÃO SOCIAL', capitals(buyer.name), 450),
      cell('CNPJ/CPF', asTaxNumber(buyer.document), 180),
      cell('DATA DA EMISSÃO', printed(issued), 120),
    ],
    [
      cell('ENDEREÇO', `${address.street}, ${address.number}`, 330),
      cell('BAIRRO/DISTRITO', address.suburb, 190),
      cell('CEP', asPostcode(address.postcode), 110),
      cell('DATA DA SAÍDA/ENTRADA', '', 120),
    ],
    [
      cell('MUNICÍPIO', address.city.name, 300),
      cell('FONE/FAX', '', 140),
      cell('UF', address.city.state, 40),
      cell('INSCRIÇÃO ESTADUAL', '', 150),
      cell('HORA DA SAÍDA', '', 120),
    ],
  ];
  boxRows(paper, LEFT, 156, 19, STYLE, rows);
  paper.text(LEFT, 216, 'FATURA / DUPLICATAS', '6 arial-bold');
  boxRow(paper, LEFT, 224, 18, STYLE, [
    cell('NÚMERO', '001', 100),
    cell('VENCIMENTO', printed(issued), 100),
    cell('VALOR', '', 100),
    cell('NÚMERO', '', 150),
    cell('VENCIMENTO', '', 150),
    cell('VALOR', '', 150),
  ]);
}

function drawAmounts(paper: Paper, { total }: GoodsInvoice): void {
  paper.text(LEFT, 246, 'CÁLCULO DO IMPOSTO', '6 arial-bold');
  const sum = (label: string, value: number, width: number) => cell(label, amount(value), width, true);
  const first = [
    sum('BASE DE CÁLC. DO ICMS', total, 110),
    sum('VALOR DO ICMS', total * 0.18, 110),
    sum('BASE DE CÁLC. ICMS S.T.', 0, 110),
    sum('VALOR DO ICMS SUBST.', 0, 110),
    sum('V. IMP. IMPORTAÇÃO', 0, 100),
    sum('VALOR DO PIS', 0, 100),
    sum('V. TOTAL PRODUTOS', total - 10, 110),
  ];
  const second = [
    sum('VALOR DO FRETE', 10, 110),
    sum('VALOR DO SEGURO', 0, 110),
    sum('DESCONTO', 0, 110),
    sum('OUTRAS DESPESAS', 0, 110),
    sum('VALOR TOTAL IPI', 0, 100),
    sum('VALOR DA COFINS', 0, 100),
    sum('V. TOTAL DA NOTA', total, 110),
  ];
  boxRows(paper, LEFT, 254, 19, STYLE, [first, second]);
  paper.text(LEFT, 296, 'TRANSPORTADOR / VOLUMES TRANSPORTADOS', '6 arial-bold');
  const carrier = [
    cell('NOME / RAZÃO SOCIAL', 'TRANSPORTES ENSAIO LTDA', 300),
    cell('FRETE POR CONTA', '0-Remetente', 100),
    cell('CÓDIGO ANTT', '', 90),
    cell('PLACA DO VEÍCULO', '', 90),
    cell('UF', '', 40),
    cell('CNPJ / CPF', '', 130),
  ];
  boxRow(paper, LEFT, 304, 19, STYLE, carrier);
}

function drawArticles(paper: Paper, { articles }: GoodsInvoice): void {
  paper.text(LEFT, 328, 'DADOS DOS PRODUTOS / SERVIÇOS', '6 arial-bold');
  const columns = [
    { head: 'CÓD. PROD.', width: 60 },
    { head: 'DESCRIÇÃO DO PRODUTO/SERVIÇO', width: 330 },
    { head: 'NCM/SH', width: 70 },
    { head: 'CFOP', width: 50 },
    { head: 'UNID.', width: 40 },
    { head: 'QTD.', width: 60, right: true },
    { head: 'VLR. UNIT.', width: 70, right: true },
    { head: 'VLR. TOTAL', width: 70, right: true },
  ];
  const rows = articles.map(articleCells);
  paper.frame(LEFT, 336, WIDTH, 140);
  grid(paper, LEFT, 336, columns, rows, { head: { size: 5 }, cell: { size: 7 }, row: 12 });
  boxRow(paper, LEFT, 486, 60, STYLE, [
    cell('INFORMAÇÕES COMPLEMENTARES', '', 500),
    cell('RESERVADO AO FISCO', '', 250),
  ]);
}
