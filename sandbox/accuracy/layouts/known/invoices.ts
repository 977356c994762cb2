import { drawBarcode } from '../../drawing/barcodes.ts';
import { A4, sizeOf, withValues } from '../../groundTruth.ts';
import { type Address, asPostcode } from '../../synthetic/addresses.ts';
import { amount } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import { bankSlip, goodsInvoice, serviceInvoice } from '../families.ts';

/** A leaf of a payment booklet: a narrow stub that stays with the payer, left of the slip. */
export const boletoCarne = bankSlip('boleto-carne', sizeOf(595.28, 290), {
  style: '5.2 roboto-condensed / 8 roboto-condensed-bold',
  draw: ({ print, bars, shown }) => print`
    text 16 14 10 roboto-bold: ${shown.bank}
    boxes 16 32 20: Parcela/Plano [001/012] 63 | Vencimento [${shown.due}] 63 >
    boxes 16 +0 20: Agência/Código do Beneficiário [${shown.agency}] 126 >
    boxes 16 +0 20: Espécie [R$] 63 | Quantidade [] 63 >
    column 16 +0 20: (=) Valor do Documento [${shown.value}] 126 > | (-) Desconto/Abatimento [] 126 > |
      (+) Mora/Multa [] 126 > | (=) Valor Cobrado [] 126 > | Nosso Número [${shown.ourNumber}] 126 > |
      Nº do Documento [${shown.documentNumber}] 126 >
    frame 16 +0 126 34 0.5
    label 18.5 +2: Pagador
    wrapped 19 +11 9 120 7 roboto-condensed-bold: ${shown.payer}
    text 16 +40 5.4 roboto: RECIBO DO PAGADOR
    dashed 149 10 149 280
    text 156 14 11 roboto-bold: ${shown.bank}
    text 256 12 13 roboto-bold centre: ${shown.bankNumber}
    text 580 15 9.5 roboto-bold right: ${shown.line}
    boxes 156 32 20: Local de Pagamento [Pagável preferencialmente nas agências do banco] 314 | Vencimento [${shown.due}] 110 >
    boxes 156 +0 20: Beneficiário [${shown.payee}] 230 | CNPJ [${shown.payeeNumber}] 84 |
      Agência/Código do Beneficiário [${shown.agency}] 110 >
    boxes 156 +0 20: Data Documento [${shown.issued}] 64 | Número do Documento [${shown.documentNumber}] 80 |
      Espécie Doc. [DM] 50 | Aceite [NÃO] 36 | Data Processamento [${shown.issued}] 84 | Nosso Número [${shown.ourNumber}] 110 >
    boxes 156 +0 20: Uso do Banco [] 64 | Carteira [17] 40 | Moeda [R$] 40 | Quantidade [] 86 | Valor [] 84 |
      (=) Valor do Documento [${shown.value}] 110 >
    frame 156 +0 314 80 0.5
    label 158.5 +2: Instruções (Texto de responsabilidade do beneficiário)
    text 159 +12 7 roboto: Não receber após 60 dias. Juros de 0,03 % ao dia.
    column 470 +0 20: (-) Desconto/Abatimento [] 110 > | (+) Mora/Multa [] 110 > | (+) Outros Acréscimos [] 110 > |
      (=) Valor Cobrado [] 110 >
    frame 156 +0 424 24 0.5
    label 158.5 +2: Pagador
    value 186 +2: ${shown.payer}  CPF: ${shown.payerNumber}
    text 186 +13 7 roboto-condensed: ${shown.to.line} - ${shown.to.city}/${shown.to.state}
    picture 160 +30 292 37: ${bars}
    text 580 +30 5 right: Autenticação mecânica
  `,
});

/** What banks send by e-mail: no boxes, labels with colons, two to a line. */
export const boletoMail = bankSlip('boleto-mail', A4, {
  style: '9 lato-bold / 9.5 lato',
  draw: ({ print, bars, shown: { from, to, ...shown } }) => print`
    text 60 60 15 lato-bold: ${shown.bank} | ${shown.bankNumber}
    text 60 86 9 lato: Segue o seu boleto. Para pagar, copie a linha digitável ou aponte a câmera para o código de barras.
    inline 60 116: Beneficiário: [${shown.payee}] 475
    inline 60 134: CNPJ: [${shown.payeeNumber}] 260 | Agência/Código do beneficiário: [${shown.agency}] 215
    inline 60 152: Endereço: [${from.line} - ${from.city}/${from.state}] 475
    inline 60 170: Pagador: [${shown.payer}] 260 | CPF/CNPJ: [${shown.payerNumber}] 215
    inline 60 188: Endereço: [${to.line} - ${to.postcode}] 475
    inline 60 206: Sacador/Avalista: [] 260 | Carteira: [109] 215
    inline 60 224: Nosso número: [${shown.ourNumber}] 260 | Número do documento: [${shown.documentNumber}] 215
    inline 60 242: Data do documento: [${shown.issued}] 260 | Vencimento: [${shown.due}] 215
    inline 60 260: Espécie: [R$] 260 | Valor do documento: [R$ ${shown.value}] 215
    line 60 282 535 282
    label 60 292: Linha digitável
    text 60 306 11.5 lato-bold: ${shown.line}
    picture 60 334 300 40: ${bars}
    text 60 388 8 lato: Após o vencimento cobrar multa de 2% e juros de mora de 1% ao mês.
  `,
});

/** A bank slip: receipt above, the part for the bank with its bar code below. */
export const boletoSlip = bankSlip('boleto-slip', A4, {
  style: '6 arial / 8.5 arial-bold',
  draw({ print, bars, shown: { to, ...shown } }) {
    const title = (y: number) => print`
      text 35 ${y} 14 arial-bold: ${shown.bank}
      line 155 ${y} 155 ${y + 22} 1.2
      line 210 ${y} 210 ${y + 22} 1.2
      text 182 ${y + 3} 14 arial-bold centre: ${shown.bankNumber}
      text 560 ${y + 6} 11 arial-bold right: ${shown.line}
    `;
    const payee =
      `Beneficiário [${shown.payee}] 270 | CNPJ do Beneficiário [${shown.payeeNumber}] 115 | ` +
      `Agência/Código do Beneficiário [${shown.agency}] 140 >`;
    const value =
      'Uso do banco [] 85 | Carteira [109] 60 | Espécie [R$] 60 | Quantidade [] 90 | Valor [] 90 | ' +
      `(=) Valor do documento [${shown.value}] 140 >`;
    const instructions = 'Instruções (texto de responsabilidade do beneficiário)';
    void print`text 35 40 8 arial-bold: Recibo do Pagador`;
    title(54);
    void print`
      boxes 35 78 23: ${payee}
      boxes 35 +0 23: ${value}
      text 560 200 6.5 right: Autenticação mecânica
      dashed 35 250 560 250 3
    `;
    title(280);
    void print`
      boxes 35 304 23: Local de pagamento [Pagável em qualquer banco até o vencimento] 385 | Vencimento [${shown.due}] 140 >
      boxes 35 +0 23: ${payee}
      boxes 35 +0 23: Data do documento [${shown.issued}] 85 | Nº do documento [${shown.documentNumber}] 100 |
        Espécie doc. [DM] 60 | Aceite [N] 50 | Data do processamento [${shown.issued}] 90 | Nosso número [${shown.ourNumber}] 140 >
      boxes 35 +0 23: ${value}
      boxes 35 +0 80: ${instructions} [Após o vencimento cobrar multa de 2% e juros de 1% ao mês.] 385 |
        (=) Valor cobrado [] 140 >
      label 38 +3: Pagador
      value 38 +12: ${shown.payer} - CPF ${shown.payerNumber}
      text 38 +24 8: ${to.line} - ${to.suburb} - ${to.city}/${to.state} - ${to.postcode}
      frame 35 +0 525 38 0.5
      picture 43 +46 292 37: ${bars}
      text 560 +44 6.5 right: Autenticação mecânica - Ficha de Compensação
    `;
  },
});

/** The printed form of an NF-e across the page: no receipt strip in the way, a logo beside the issuer. */
export const danfeLandscape = goodsInvoice('danfe-landscape', sizeOf(A4.height, A4.width), {
  style: '5 arial / 8 arial',
  draw({ print, invoice, bars, shown: { from, to, total, zero, ...shown }, truth }) {
    const buyer = capitals(shown.buyer);
    void print`
      side 70 0 750 595
      frame 0 20 320 86
      text 160 22 5 centre: IDENTIFICAÇÃO DO EMITENTE
      fill 10 34 56 56 #88aacc
      wrapped 195 34 12 236 10 arial-bold centre: ${shown.seller}
      lines 195 62 10 7 centre: ${from.line} | ${from.suburb} - CEP ${from.postcode} |
        ${from.city} - ${from.state} - Fone ${shown.phone}
      frame 320 20 120 86
      text 380 23 13 arial-bold centre: DANFE
      lines 380 38 7 6 centre: DOCUMENTO AUXILIAR DA NOTA | FISCAL ELETRÔNICA
      lines 326 56 8 6: 0-ENTRADA | 1-SAÍDA
      text 416 56 10 arial-bold: 1
      lines 380 76 10 8.5 arial-bold centre: Nº ${shown.number} | SÉRIE: ${shown.paddedSeries}
      text 380 96 7 centre: FOLHA 1 de 1
      frame 440 20 310 86
      picture 460 24 270 32: ${bars}
      label 443 62: CHAVE DE ACESSO
      text 595 70 9 arial-bold centre: ${shown.key}
      text 595 86 6.5 centre: Consulta de autenticidade no portal nacional da NF-e www.nfe.example.com
      boxes 0 106 20: NATUREZA DA OPERAÇÃO [VENDA DE MERCADORIAS] 440 |
        PROTOCOLO DE AUTORIZAÇÃO DE USO [${shown.protocol} - ${shown.issued} 08:15:02] 310
      boxes 0 +0 20: INSCRIÇÃO ESTADUAL [${shown.stateNumber}] 250 | INSCRIÇÃO ESTADUAL DO SUBST. TRIBUT. [] 250 |
        CNPJ [${shown.sellerNumber}] 250
      text 0 148 6 arial-bold: DESTINATÁRIO/REMETENTE
      boxes 0 156 19: NOME/RAZÃO SOCIAL [${buyer}] 450 | CNPJ/CPF [${shown.buyerNumber}] 180 |
        DATA DA EMISSÃO [${shown.issued}] 120
      boxes 0 +0 19: ENDEREÇO [${to.line}] 330 | BAIRRO/DISTRITO [${to.suburb}] 190 | CEP [${to.postcode}] 110 |
        DATA DA SAÍDA/ENTRADA [] 120
      boxes 0 +0 19: MUNICÍPIO [${to.city}] 300 | FONE/FAX [] 140 | UF [${to.state}] 40 | INSCRIÇÃO ESTADUAL [] 150 |
        HORA DA SAÍDA [] 120
      text 0 216 6 arial-bold: FATURA / DUPLICATAS
      boxes 0 224 18: NÚMERO [001] 100 | VENCIMENTO [${shown.issued}] 100 | VALOR [] 100 | NÚMERO [] 150 |
        VENCIMENTO [] 150 | VALOR [] 150
      text 0 246 6 arial-bold: CÁLCULO DO IMPOSTO
      boxes 0 254 19: BASE DE CÁLC. DO ICMS [${total}] 110 > | VALOR DO ICMS [${amount(invoice.total * 0.18)}] 110 > |
        BASE DE CÁLC. ICMS S.T. [${zero}] 110 > | VALOR DO ICMS SUBST. [${zero}] 110 > |
        V. IMP. IMPORTAÇÃO [${zero}] 100 > | VALOR DO PIS [${zero}] 100 > |
        V. TOTAL PRODUTOS [${amount(invoice.total - 10)}] 110 >
      boxes 0 +0 19: VALOR DO FRETE [${amount(10)}] 110 > | VALOR DO SEGURO [${zero}] 110 > | DESCONTO [${zero}] 110 > |
        OUTRAS DESPESAS [${zero}] 110 > | VALOR TOTAL IPI [${zero}] 100 > | VALOR DA COFINS [${zero}] 100 > |
        V. TOTAL DA NOTA [${total}] 110 >
      text 0 296 6 arial-bold: TRANSPORTADOR / VOLUMES TRANSPORTADOS
      boxes 0 304 19: NOME / RAZÃO SOCIAL [TRANSPORTES ENSAIO LTDA] 300 | FRETE POR CONTA [0-Remetente] 100 |
        CÓDIGO ANTT [] 90 | PLACA DO VEÍCULO [] 90 | UF [] 40 | CNPJ / CPF [] 130
      text 0 328 6 arial-bold: DADOS DOS PRODUTOS / SERVIÇOS
      frame 0 336 750 140
      table 0 336 12 5 / 7: CÓD. PROD. 60 | DESCRIÇÃO DO PRODUTO/SERVIÇO 330 | NCM/SH 70 | CFOP 50 | UNID. 40 | QTD. 60 > |
        VLR. UNIT. 70 > | VLR. TOTAL 70 > = ${shown.articles}
      boxes 0 486 60: INFORMAÇÕES COMPLEMENTARES [] 500 | RESERVADO AO FISCO [] 250
      truth: ${{ fields: withValues(truth.fields, { nome: buyer }) }}
    `;
  },
});

/** The printed form of an NF-e, upright, as the tax authority's manual has it. */
export const danfePortrait = goodsInvoice('danfe-portrait', A4, {
  style: '5.4 times / 8.4 times-bold',
  draw({ print, invoice, bars, shown: { from, to, total, zero, ...shown }, truth }) {
    const [seller, buyer] = [capitals(shown.seller), capitals(shown.buyer)];
    void print`
      side 22 0 551 842
      frame 0 20 441 18 0.5
      text 3 25 5.6 times: RECEBEMOS DE ${seller} OS PRODUTOS CONSTANTES DA NOTA FISCAL INDICADA AO LADO
      boxes 0 38 18: DATA DE RECEBIMENTO [] 100 | IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR [] 341
      frame 441 20 110 36
      lines 496 23 11 9 times-bold centre: NF-e | Nº ${shown.number}
      text 496 45 8 times-bold centre: SÉRIE ${shown.series}
      frame 0 66 225 88
      wrapped 112 70 10 215 8.6 times-bold centre: ${seller}
      lines 112 92 11 7 times centre: ${from.line} - ${from.suburb} |
        ${from.city} - ${from.state} - CEP ${from.postcode} | Fone: ${shown.phone}
      frame 225 66 96 88
      text 273 70 12 times-bold centre: DANFE
      lines 273 84 8 6.4 times centre: Documento Auxiliar da | Nota Fiscal Eletrônica
      lines 232 104 8 6.4 times: 0 - ENTRADA | 1 - SAÍDA
      frame 290 104 14 14
      text 297 107 9 times-bold centre: 1
      lines 273 122 10 8 times-bold centre: Nº ${shown.number} | SÉRIE ${shown.series} | FOLHA 1/1
      frame 321 66 230 88
      picture 334 71 204 32: ${bars}
      label 324 108: CHAVE DE ACESSO
      text 436 116 7.6 times-bold centre: ${shown.key}
      text 436 132 6.4 times centre: Consulta de autenticidade no portal nacional da NF-e
      boxes 0 154 20: NATUREZA DA OPERAÇÃO [VENDA DE MERCADORIA] 321 |
        PROTOCOLO DE AUTORIZAÇÃO DE USO [${shown.protocol} ${shown.issued} 10:12:45] 230
      boxes 0 +0 20: INSCRIÇÃO ESTADUAL [${shown.stateNumber}] 183 | INSCRIÇÃO ESTADUAL DO SUBST. TRIBUTÁRIO [] 184 |
        CNPJ [${shown.sellerNumber}] 184
      text 0 198 6.6 times-bold: DESTINATÁRIO / REMETENTE
      boxes 0 206 20: NOME / RAZÃO SOCIAL [${buyer}] 331 | CNPJ / CPF [${shown.buyerNumber}] 130 |
        DATA DA EMISSÃO [${shown.issued}] 90
      boxes 0 +0 20: ENDEREÇO [${capitals(to.line)}] 251 | BAIRRO / DISTRITO [${capitals(to.suburb)}] 130 |
        CEP [${to.postcode}] 80 | DATA DA SAÍDA [${shown.issued}] 90
      boxes 0 +0 20: MUNICÍPIO [${capitals(to.city)}] 251 | UF [${to.state}] 40 | FONE / FAX [] 90 |
        INSCRIÇÃO ESTADUAL [ISENTO] 80 | HORA DA SAÍDA [10:30:00] 90
      text 0 270 6.6 times-bold: CÁLCULO DO IMPOSTO
      boxes 0 278 20: BASE DE CÁLCULO DO ICMS [${total}] 110 > | VALOR DO ICMS [${amount(invoice.total * 0.18)}] 110 > |
        BASE DE CÁLCULO DO ICMS ST [${zero}] 110 > | VALOR DO ICMS ST [${zero}] 110 > | VALOR TOTAL DOS PRODUTOS [${total}] 111 >
      boxes 0 +0 20: VALOR DO FRETE [${zero}] 88 > | VALOR DO SEGURO [${zero}] 88 > | DESCONTO [${zero}] 88 > |
        OUTRAS DESPESAS [${zero}] 88 > | VALOR DO IPI [${zero}] 88 > | VALOR TOTAL DA NOTA [${total}] 111 >
      text 0 326 6.6 times-bold: DADOS DOS PRODUTOS / SERVIÇOS
      frame 0 334 551 300
      table 0 334 14 5.6 times / 7.4 times: CÓDIGO 45 | DESCRIÇÃO DO PRODUTO 206 | NCM/SH 55 | CFOP 35 | UN 30 |
        QUANT. 50 > | VALOR UNIT. 60 > | VALOR TOTAL 70 > = ${shown.articles}
      text 0 642 6.6 times-bold: DADOS ADICIONAIS
      boxes 0 650 70: INFORMAÇÕES COMPLEMENTARES [] 350 | RESERVADO AO FISCO [] 201
      truth: ${{ fields: withValues(truth.fields, { nome_prestador: seller, nome: buyer }) }}
    `;
  },
});

/** The simplified form for labels and small printers: lines without boxes. */
export const danfeSimple = goodsInvoice('danfe-simple', sizeOf(300, 460), {
  draw({ print, bars, shown: { from, to, ...shown } }) {
    const rows = shown.articles.map(([, text, , , , ...amounts]) => [text ?? '', ...amounts]);
    void print`
      text 150 12 11 open-sans-bold centre: DANFE SIMPLIFICADO
      text 150 26 7 open-sans centre: Documento Auxiliar da Nota Fiscal Eletrônica
      line 14 40 286 40
      text 150 44 6.5 open-sans centre: CHAVE DE ACESSO
      picture 22 54 256 34: ${bars}
      text 150 92 8 open-sans-bold centre: ${shown.key}
      text 150 104 6.5 open-sans centre: Protocolo de autorização: ${shown.protocol}
      line 14 118 286 118
      text 14 122 7.5 open-sans-bold: EMITENTE
      text 14 133 7.5 open-sans: Nome/Razão Social: ${shown.seller}
      text 14 144 7.5 open-sans: CNPJ: ${shown.sellerNumber}   IE: ${shown.stateNumber}   UF: ${from.state}
      line 14 158 286 158
      text 14 162 7.5 open-sans: 1-Saída   Nº ${shown.number}   Série ${shown.paddedSeries}   Emissão: ${shown.issued}
      line 14 176 286 176
      text 14 180 7.5 open-sans-bold: DESTINATÁRIO
      lines 14 191 11 7.5 open-sans: Nome/Razão Social: ${shown.buyer} |
        CPF/CNPJ: ${shown.buyerNumber}   UF: ${to.state} | Endereço: ${to.line} - ${to.city}
      line 14 228 286 228
      table 14 232 13 none 6.5 open-sans / 7 open-sans: Descrição 140 | Qtd 32 > | Vl. Unit. 45 > | Vl. Total 55 > = ${rows}
      line 14 +6 286 +6
      text 14 +12 8.5 open-sans-bold: VALOR TOTAL DA NOTA R$
      text 286 +12 9 open-sans-bold right: ${shown.total}
    `;
  },
});

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
    const cells = lines.map(({ text, quantity, price, rate, sum }) => [text, quantity, price, rate, sum]);
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
      table 33 310 15 8 arial-bold / 8 arial: Descrição 235 | Qtde 65 > | Valor Unitário 90 > | Alíquota 55 > | Valor 85 > = ${cells}
    `;
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
      boxes 0 28 30: Valor das Deduções (R$) [0,00] 133.75 > | Base de Cálculo (R$) [${shown.base}] 133.75 > |
        Valor do ISS (R$) [${shown.tax}] 133.75 > | Valor Líquido (R$) [${shown.net}] 133.75 >
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
