import { A4 } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { boxRows, cell, boxRow, grid, type BoxCell } from '../../drawing/forms.ts';
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
const STYLE = { label: { size: 5.6, font: 'lato' }, value: { size: 8.2, font: 'lato-bold' } } as const;
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
  const rows: BoxCell[][] = [
    [
      cell('Natureza da operação', 'Venda de produção do estabelecimento', 330),
      cell('CNPJ do emitente', asCnpj(seller.cnpj), 180),
      cell('Inscrição estadual', seller.state, 150),
      cell('Insc. estadual subst. trib.', '', 122),
    ],
    [
      cell('Destinatário / Nome ou razão social', buyer.name, 430),
      cell('CNPJ/CPF', asTaxNumber(buyer.document), 180),
      cell('Data de emissão', printed(issued), 172),
    ],
    [
      cell('Endereço', `${address.street}, ${address.number}`, 330),
      cell('Bairro', address.suburb, 160),
      cell('CEP', asPostcode(address.postcode), 120),
      cell('Data de saída/entrada', printed(issued), 172),
    ],
    [
      cell('Município', address.city.name, 330),
      cell('UF', address.city.state, 60),
      cell('Telefone', '', 220),
      cell('Hora de saída', '15:20', 172),
    ],
    [
      cell('Base cálc. ICMS', amount(total), 112, true),
      cell('Valor ICMS', amount(total * 0.12), 112, true),
      cell('Frete', zero, 90, true),
      cell('Seguro', zero, 90, true),
      cell('Desconto', zero, 90, true),
      cell('Total dos produtos', amount(total), 144, true),
      cell('Total da nota', amount(total), 144, true),
    ],
  ];
  return boxRows(paper, LEFT, top, 22, STYLE, rows);
}

function drawArticles(paper: Paper, { articles }: GoodsInvoice, y: number): void {
  const columns = [
    { head: 'Cód.', width: 60 },
    { head: 'Descrição dos produtos/serviços', width: 300 },
    { head: 'NCM', width: 80 },
    { head: 'CFOP', width: 50 },
    { head: 'Un.', width: 40 },
    { head: 'Qtde.', width: 70, right: true },
    { head: 'Vlr. unit.', width: 85, right: true },
    { head: 'Vlr. total', width: 97, right: true },
  ];
  const rows = articles.map(articleCells);
  paper.frame(LEFT, y, WIDTH, 220);
  grid(paper, LEFT, y, columns, rows, {
    head: { size: 6.6, font: 'lato-bold' },
    cell: { size: 7.8, font: 'lato' },
    row: 15,
    ruled: 'all',
    frame: '#bbbbbb',
  });
  boxRow(paper, LEFT, y + 226, 70, STYLE, [cell('Dados adicionais', '', 500), cell('Reservado ao fisco', '', 282)]);
}
