import type { Layout } from '../layout.ts';
import { columnsOf, grid } from '../../drawing/forms.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import type { Paper } from '../../drawing/paper.ts';
import { printed } from '../../synthetic/dates.ts';
import { dotted, goodsFields, inFours, generateGoodsInvoice, type GoodsInvoice } from '../../synthetic/invoices.ts';
import { asTaxNumber, amount, asCnpj } from '../../synthetic/numbers.ts';

const SHEET = { width: 300, height: 460 };
const [LEFT, WIDTH] = [14, 272];

/** The simplified form for labels and small printers: lines without boxes. */
export const danfeSimple: Layout = {
  id: 'danfe-simple',
  type: 'danfe',
  size: SHEET,
  async draw(paper, random) {
    const invoice = generateGoodsInvoice(random);
    paper.addPage(SHEET);
    const centre = (y: number, text: string, size: number, isBold = false) =>
      paper.text(150, y, text, { size, font: isBold ? 'open-sans-bold' : 'open-sans', align: 'centre' });
    centre(12, 'DANFE SIMPLIFICADO', 11, true);
    centre(26, 'Documento Auxiliar da Nota Fiscal Eletrônica', 7);
    paper.line(LEFT, 40, LEFT + WIDTH, 40);
    centre(44, 'CHAVE DE ACESSO', 6.5);
    paper.picture(await drawBarcode(invoice.key, 'Code128'), LEFT + 8, 54, 256, 34);
    centre(92, inFours(invoice.key), 8, true);
    centre(104, `Protocolo de autorização: ${invoice.protocol}`, 6.5);
    drawParties(paper, invoice);
    drawArticles(paper, invoice);
    return { fields: goodsFields(invoice), codes: [{ format: 'Code128', value: invoice.key }] };
  },
};

function drawParties(
  paper: Paper,
  { seller, sellerAddress, buyer, buyerAddress, number, series, issued }: GoodsInvoice,
): void {
  const line = (y: number, text: string, isBold = false) =>
    paper.text(LEFT, y, text, { size: 7.5, font: isBold ? 'open-sans-bold' : 'open-sans' });
  paper.line(LEFT, 118, LEFT + WIDTH, 118);
  line(122, 'EMITENTE', true);
  line(133, `Nome/Razão Social: ${seller.name}`);
  line(144, `CNPJ: ${asCnpj(seller.cnpj)}   IE: ${seller.state}   UF: ${sellerAddress.city.state}`);
  paper.line(LEFT, 158, LEFT + WIDTH, 158);
  line(162, `1-Saída   Nº ${dotted(number)}   Série ${String(series).padStart(3, '0')}   Emissão: ${printed(issued)}`);
  paper.line(LEFT, 176, LEFT + WIDTH, 176);
  line(180, 'DESTINATÁRIO', true);
  line(191, `Nome/Razão Social: ${buyer.name}`);
  line(202, `CPF/CNPJ: ${asTaxNumber(buyer.document)}   UF: ${buyerAddress.city.state}`);
  line(213, `Endereço: ${buyerAddress.street}, ${buyerAddress.number} - ${buyerAddress.city.name}`);
  paper.line(LEFT, 228, LEFT + WIDTH, 228);
}

function drawArticles(paper: Paper, { articles, total }: GoodsInvoice): void {
  const columns = columnsOf('Descrição 140 | Qtd 32 > | Vl. Unit. 45 > | Vl. Total 55 >');
  const rows = articles.map(({ text, quantity, price }) => [
    text,
    String(quantity),
    amount(price),
    amount(quantity * price),
  ]);
  const y = grid(paper, LEFT, 232, columns, rows, {
    head: '6.5 open-sans',
    cell: '7 open-sans',
    row: 13,
    ruled: 'none',
  });
  paper.line(LEFT, y + 6, LEFT + WIDTH, y + 6);
  paper.text(LEFT, y + 12, 'VALOR TOTAL DA NOTA R$', '8.5 open-sans-bold');
  paper.text(LEFT + WIDTH, y + 12, amount(total), '9 open-sans-bold right');
}
