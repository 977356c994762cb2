import { drawBarcode } from '../../drawing/barcodes.ts';
import { A4 } from '../../groundTruth.ts';
import { asPostcode, type Address } from '../../synthetic/addresses.ts';
import { capitals } from '../../synthetic/people.ts';
import { serviceInvoice } from '../families.ts';

const addressLine = ({ street, number, extra, suburb, postcode }: Address): string =>
  `${street}, ${number}${extra ? `, ${extra}` : ''} - ${suburb} - CEP: ${asPostcode(postcode)}`;

/** A city's service invoice in framed blocks, as São Paulo prints it. */
export const nfseBoxes = serviceInvoice('nfse-boxes', A4, {
  style: '8 arial / 8 arial-bold',
  async draw({ print, bill, shown: { from, to, lines, ...shown } }) {
    const url = `https://nfe.example.com/verifica?cnpj=${bill.provider.cnpj}&nota=${bill.number}&codigo=${bill.verification}`;
    const number = bill.number.padStart(8, '0');
    const verification = `${bill.verification.slice(0, 4)}-${bill.verification.slice(4)}`;
    const [fromLine, toLine] = [addressLine(bill.providerAddress), addressLine(bill.customerAddress)];
    const height = 46 + 15 * Math.max(4, lines.length);
    void print`
      frame 30 30 535 80
      text 275 38 11 arial-bold centre: PREFEITURA DO MUNICÍPIO DE ${capitals(from.city)}
      text 275 54 9 centre: SECRETARIA MUNICIPAL DA FAZENDA
      text 275 72 10.5 arial-bold centre: NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e
      line 435 30 435 110
      text 439 33 6.5: Número da Nota
      text 500 42 9 arial-bold centre: ${number}
      line 435 56.6 565 56.6
      text 439 59.6 6.5: Data e Hora de Emissão
      text 500 68.6 9 arial-bold centre: ${shown.issued} ${shown.time}
      line 435 83.2 565 83.2
      text 439 86.2 6.5: Código de Verificação
      text 500 95.2 9 arial-bold centre: ${verification}
      picture 42 38 62 62: ${await drawBarcode(url, 'QRCode')}
      frame 30 114 535 92
      text 297.5 118 9.5 arial-bold centre: PRESTADOR DE SERVIÇOS
      inline 110 134: CPF/CNPJ: [${shown.providerNumber}] 240 | Inscrição Municipal: [${shown.municipal}] 200
      inline 110 148: Nome/Razão Social: [${shown.provider}] 440
      inline 110 162: Endereço: [${fromLine}] 440
      inline 110 176: Município: [${from.city}] 240 | UF: [${from.state}] 200
      inline 110 190: Telefone: [${shown.phone}] 440
      frame 30 208 535 80
      text 297.5 212 9.5 arial-bold centre: TOMADOR DE SERVIÇOS
      inline 36 228: Nome/Razão Social: [${shown.customer}] 500
      inline 36 242: CPF/CNPJ: [${shown.customerNumber}] 500
      inline 36 256: Endereço: [${toLine}] 500
      inline 36 270: Município: [${to.city}] 264 | UF: [${to.state}] 200
      frame 30 292 535 ${height + 4}
      text 297.5 296 9.5 arial-bold centre: DISCRIMINAÇÃO DOS SERVIÇOS
      text 36 314 8 arial-bold: Descrição
      text 330 314 8 arial-bold right: Qtde
      text 420 314 8 arial-bold right: Valor Unitário
      text 475 314 8 arial-bold right: Alíquota
      text 558 314 8 arial-bold right: Valor
      line 34 325 561 325 0.4
    `;
    lines.forEach(({ text, quantity, price, rate, sum }, index) => {
      const y = 330 + 15 * index;
      void print`
        text 36 ${y} 8 arial: ${text}
        text 330 ${y} 8 arial right: ${quantity}
        text 420 ${y} 8 arial right: ${price}
        text 475 ${y} 8 arial right: ${rate}
        text 558 ${y} 8 arial right: ${sum}
      `;
    });
    const rows = bill.lines.map(({ text, quantity, price, rate }) => ({
      descricao_item: text,
      quantidade_item: String(quantity),
      valor_unitario: price.toFixed(2),
      aliquota_iss_item: `${rate},00%`,
      valor_servico: (quantity * price).toFixed(2),
    }));
    void print`
      side 30 ${312 + height} 535 124
      frame 0 0 535 24
      text 267.5 6 11 arial-bold centre: VALOR TOTAL DA NOTA = R$ ${shown.total}
      frame 0 28 133.75 30
      text 4 31 7: Valor das Deduções (R$)
      text 128 43 9 arial-bold right: 0,00
      frame 133.75 28 133.75 30
      text 137.75 31 7: Base de Cálculo (R$)
      text 261.75 43 9 arial-bold right: ${shown.base}
      frame 267.5 28 133.75 30
      text 271.5 31 7: Valor do ISS (R$)
      text 395.5 43 9 arial-bold right: ${shown.tax}
      frame 401.25 28 133.75 30
      text 405.25 31 7: Valor Líquido (R$)
      text 529.25 43 9 arial-bold right: ${shown.net}
      frame 0 64 535 60
      text 267.5 68 9 arial-bold centre: OUTRAS INFORMAÇÕES
      text 6 82 8: Esta NFS-e foi emitida por empresa optante pelo Simples Nacional.
      truth: numero_nota_fiscal ${number} or ${bill.number} | data_emissao ${bill.issued} | free chave_verificacao ${verification} |
        cpf_cnpj_prestador ${bill.provider.cnpj} | free inscricao_municipal_prestador ${shown.municipal} |
        nome_prestador ${shown.provider} | free endereco_prestador ${fromLine} | municipio_prestador ${from.city} |
        free telefone_prestador ${shown.phone} | nome ${shown.customer} | cpf_cnpj ${bill.customer.cpf} |
        free endereco ${toLine} | municipio ${to.city} | valor_total_nota ${bill.total.toFixed(2)} |
        valor_base_calculo ${bill.base.toFixed(2)} | valor_iss ${bill.tax.toFixed(2)} | valor_liquido ${bill.net.toFixed(2)}
      truth: ${{ tables: [{ rows }] }}
    `;
  },
});
