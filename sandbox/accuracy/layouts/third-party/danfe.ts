import { buffer } from 'node:stream/consumers';
import { gerarPDF } from '@alexssmusica/node-pdf-nfe';
import { A4 } from '../../groundTruth.ts';
import type { PrintedLayout } from '../layout.ts';
import type { Address } from '../../synthetic/addresses.ts';
import { generateGoodsInvoice, goodsTruth, type GoodsInvoice } from '../../synthetic/invoices.ts';

/** What `@alexssmusica/node-pdf-nfe` prints of an NF-e. */
export const nodePdfNfe: PrintedLayout = {
  id: 'node-pdf-nfe-danfe',
  type: 'danfe',
  size: A4,
  copies: { pdf: 4 },
  async print(random) {
    const invoice = generateGoodsInvoice(random);
    const pdf = await buffer(await gerarPDF(xmlOf(invoice)));
    return { pdf, truth: goodsTruth(invoice) };
  },
};

const element = (name: string, content: string | number): string => `<${name}>${content}</${name}>`;

const elements = (contents: Record<string, string | number>): string =>
  Object.entries(contents)
    .map(([name, content]) => element(name, content))
    .join('');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const addressOf = ({ street, number, suburb, city, postcode }: Address): string =>
  elements({
    xLgr: escaped(street),
    nro: number,
    xBairro: escaped(suburb),
    xMun: escaped(city.name),
    UF: city.state,
    CEP: postcode,
  });

/** The parts of an NF-e that its printed form shows. */
function xmlOf(invoice: GoodsInvoice): string {
  const { key, number, series, issued, protocol, seller, buyer, articles, total } = invoice;
  const at = `${issued}T10:15:00-03:00`;
  const ide = { natOp: 'Venda', mod: 55, serie: series, nNF: number, dhEmi: at, tpNF: 1, tpAmb: 1, tpEmis: 1 };
  const items = articles.map((article, index) => {
    const prod = {
      cProd: article.code,
      xProd: escaped(article.text),
      NCM: article.ncm,
      CFOP: article.cfop,
      uCom: article.unit,
      qCom: article.quantity.toFixed(4),
      vUnCom: article.price.toFixed(4),
      vProd: (article.quantity * article.price).toFixed(2),
    };
    const taxes = '<ICMS><ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102></ICMS>';
    return `<det nItem="${index + 1}">${element('prod', elements(prod))}${element('imposto', taxes)}</det>`;
  });
  const zero = '0.00';
  const totals = {
    ...Object.fromEntries(['vBC', 'vICMS', 'vBCST', 'vST'].map((name) => [name, zero])),
    vProd: total.toFixed(2),
    ...Object.fromEntries(['vFrete', 'vSeg', 'vDesc', 'vIPI', 'vPIS', 'vCOFINS', 'vOutro'].map((name) => [name, zero])),
    vNF: total.toFixed(2),
  };
  const person = { [buyer.document.length === 11 ? 'CPF' : 'CNPJ']: buyer.document, xNome: escaped(buyer.name) };
  const parts = [
    element('ide', elements(ide)),
    element(
      'emit',
      elements({ CNPJ: seller.cnpj, xNome: escaped(seller.name), xFant: escaped(seller.trade) }) +
        element('enderEmit', addressOf(invoice.sellerAddress)) +
        elements({ IE: seller.state.replace(/\D/g, ''), CRT: 1 }),
    ),
    element('dest', elements(person) + element('enderDest', addressOf(invoice.buyerAddress))),
    ...items,
    element('total', element('ICMSTot', elements(totals))),
    element('transp', element('modFrete', 9)),
    element('pag', element('detPag', elements({ tPag: '01', vPag: total.toFixed(2) }))),
  ];
  const status = elements({ tpAmb: 1, chNFe: key, dhRecbto: at, nProt: protocol, cStat: 100 });
  return (
    '<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">' +
    `<NFe><infNFe Id="NFe${key}" versao="4.00">${parts.join('')}</infNFe></NFe>` +
    `<protNFe versao="4.00">${element('infProt', status)}</protNFe></nfeProc>`
  );
}
