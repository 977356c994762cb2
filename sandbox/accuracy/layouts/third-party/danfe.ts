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

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const addressOf = ({ street, number, suburb, city, postcode }: Address): string => `
  <xLgr>${escaped(street)}</xLgr><nro>${number}</nro><xBairro>${escaped(suburb)}</xBairro>
  <xMun>${escaped(city.name)}</xMun><UF>${city.state}</UF><CEP>${postcode}</CEP>
`;

/** The parts of an NF-e that its printed form shows. */
function xmlOf(invoice: GoodsInvoice): string {
  const { key, number, series, issued, protocol, seller, buyer, articles } = invoice;
  const total = invoice.total.toFixed(2);
  const at = `${issued}T10:15:00-03:00`;
  const document = buyer.document.length === 11 ? 'CPF' : 'CNPJ';
  const items = articles.map(
    ({ code, text, ncm, cfop, unit, quantity, price }, index) => `
      <det nItem="${index + 1}">
        <prod>
          <cProd>${code}</cProd><xProd>${escaped(text)}</xProd><NCM>${ncm}</NCM><CFOP>${cfop}</CFOP><uCom>${unit}</uCom>
          <qCom>${quantity.toFixed(4)}</qCom><vUnCom>${price.toFixed(4)}</vUnCom>
          <vProd>${(quantity * price).toFixed(2)}</vProd>
        </prod>
        <imposto><ICMS><ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102></ICMS></imposto>
      </det>
    `,
  );
  const zeros = (names: string) => names.replace(/\w+/g, '<$&>0.00</$&>');
  return `<?xml version="1.0" encoding="UTF-8"?>
    <nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">
      <NFe><infNFe Id="NFe${key}" versao="4.00">
        <ide>
          <natOp>Venda</natOp><mod>55</mod><serie>${series}</serie><nNF>${number}</nNF><dhEmi>${at}</dhEmi>
          <tpNF>1</tpNF><tpAmb>1</tpAmb><tpEmis>1</tpEmis>
        </ide>
        <emit>
          <CNPJ>${seller.cnpj}</CNPJ><xNome>${escaped(seller.name)}</xNome><xFant>${escaped(seller.trade)}</xFant>
          <enderEmit>${addressOf(invoice.sellerAddress)}</enderEmit>
          <IE>${seller.state.replace(/\D/g, '')}</IE><CRT>1</CRT>
        </emit>
        <dest>
          <${document}>${buyer.document}</${document}><xNome>${escaped(buyer.name)}</xNome>
          <enderDest>${addressOf(invoice.buyerAddress)}</enderDest>
        </dest>
        ${items.join('')}
        <total><ICMSTot>
          ${zeros('vBC vICMS vBCST vST')}<vProd>${total}</vProd>
          ${zeros('vFrete vSeg vDesc vIPI vPIS vCOFINS vOutro')}<vNF>${total}</vNF>
        </ICMSTot></total>
        <transp><modFrete>9</modFrete></transp>
        <pag><detPag><tPag>01</tPag><vPag>${total}</vPag></detPag></pag>
      </infNFe></NFe>
      <protNFe versao="4.00"><infProt>
        <tpAmb>1</tpAmb><chNFe>${key}</chNFe><dhRecbto>${at}</dhRecbto><nProt>${protocol}</nProt><cStat>100</cStat>
      </infProt></protNFe>
    </nfeProc>`;
}
