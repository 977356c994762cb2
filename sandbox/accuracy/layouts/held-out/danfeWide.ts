import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRows, cells, columnsOf, grid, labelling } from '../../drawing/forms.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import {
  articleCells,
  goodsFields,
  inFours,
  generateGoodsInvoice,
  type GoodsInvoice,
} from '../../synthetic/invoices.ts';
import { asTaxNumber, amount, asCnpj } from '../../synthetic/numbers.ts';

const SIZE = { width: A4.height, height: A4.width };
const STYLE = labelling('5.6 lato', '8.2 lato-bold');
const [LEFT, WIDTH] = [30, 782];

/** The printed form of an NF-e across the sheet, of another maker. */
export const danfeWide: Layout = {
  id: 'unseen-danfe-wide',
  type: 'danfe',
  size: SIZE,
  copies: { photo: 2 },
  async draw(paper, random) {
    const invoice = generateGoodsInvoice(random);
    paper.addPage(SIZE);
    await drawHead(paper, invoice);
    const y = drawRows(paper, invoice, 122);
    drawArticles(paper, invoice, y + 6);
    return { fields: goodsFields(invoice), codes: [{ format: 'Code128', value: invoice.key }] };
  },
};

async function drawHead(paper: Paper, invoice: GoodsInvoice): Promise<void> {
  const { seller, sellerAddress: address } = invoice;
  paper.frame(LEFT, 24, 330, 92);
  paper.text(LEFT + 8, 28, 'IDENTIFICAÇÃO DO EMITENTE', STYLE.label);
  paper.text(LEFT + 8, 40, seller.name, '11 lato-bold');
  [
    `${address.street}, ${address.number}`,
    `${address.suburb} - CEP ${asPostcode(address.postcode)}`,
    `${address.city.name}/${address.city.state} - Tel. ${seller.phone}`,
  ].forEach((line, index) => paper.text(LEFT + 8, 60 + 11 * index, line, '8 lato'));
  paper.frame(LEFT + 330, 24, 130, 92);
  paper.text(LEFT + 395, 28, 'DANFE', '14 lato-bold centre');
  paper.text(LEFT + 395, 46, 'Documento Auxiliar da Nota Fiscal Eletrônica', '5.6 lato centre');
  paper.text(LEFT + 340, 60, 'Entrada 0   Saída 1', '7 lato');
  paper.text(LEFT + 430, 58, '1', '10 lato-bold');
  paper.text(LEFT + 395, 78, `Nº ${invoice.number}`, '10 lato-bold centre');
  paper.text(LEFT + 395, 92, `Série ${String(invoice.series).padStart(3, '0')} - Folha 1 de 1`, '8 lato-bold centre');
  paper.frame(LEFT + 460, 24, 322, 92);
  paper.picture(await drawBarcode(invoice.key, 'Code128'), LEFT + 482, 29, 278, 38);
  paper.text(LEFT + 466, 72, 'Chave de acesso', STYLE.label);
  paper.text(LEFT + 621, 80, inFours(invoice.key), '9.4 lato-bold centre');
  paper.text(LEFT + 466, 98, 'Protocolo de autorização', STYLE.label);
  paper.text(LEFT + 621, 104, `${invoice.protocol}  ${printed(invoice.issued)} 14:02:10`, '8 lato centre');
}

function drawRows(paper: Paper, invoice: GoodsInvoice, top: number): number {
  const { seller, buyer, buyerAddress: address, issued, total } = invoice;
  const zero = amount(0);
  const rows = cells`
    Natureza da operação [Venda de produção do estabelecimento] 330 | CNPJ do emitente [${asCnpj(seller.cnpj)}] 180 |
      Inscrição estadual [${seller.state}] 150 | Insc. estadual subst. trib. [] 122
    Destinatário / Nome ou razão social [${buyer.name}] 430 | CNPJ/CPF [${asTaxNumber(buyer.document)}] 180 |
      Data de emissão [${printed(issued)}] 172
    Endereço [${address.street}, ${address.number}] 330 | Bairro [${address.suburb}] 160 |
      CEP [${asPostcode(address.postcode)}] 120 | Data de saída/entrada [${printed(issued)}] 172
    Município [${address.city.name}] 330 | UF [${address.city.state}] 60 | Telefone [] 220 | Hora de saída [15:20] 172
    Base cálc. ICMS [${amount(total)}] 112 > | Valor ICMS [${amount(total * 0.12)}] 112 > | Frete [${zero}] 90 > |
      Seguro [${zero}] 90 > | Desconto [${zero}] 90 > | Total dos produtos [${amount(total)}] 144 > |
      Total da nota [${amount(total)}] 144 >
  `;
  return boxRows(paper, LEFT, top, 22, STYLE, rows);
}

function drawArticles(paper: Paper, { articles }: GoodsInvoice, y: number): void {
  const columns = columnsOf(`
    Cód. 60 | Descrição dos produtos/serviços 300 | NCM 80 | CFOP 50 | Un. 40 | Qtde. 70 > | Vlr. unit. 85 > |
    Vlr. total 97 >
  `);
  const rows = articles.map(articleCells);
  paper.frame(LEFT, y, WIDTH, 220);
  grid(paper, LEFT, y, columns, rows, {
    head: '6.6 lato-bold',
    cell: '7.8 lato',
    row: 15,
    ruled: 'all',
    frame: '#bbbbbb',
  });
  const more = cells`
    Dados adicionais [] 500 | Reservado ao fisco [] 282
  `;
  boxRows(paper, LEFT, y + 226, 70, STYLE, more);
}
