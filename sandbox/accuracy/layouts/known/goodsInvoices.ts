import { A4, sizeOf, withValues } from '../../groundTruth.ts';
import { amount } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import { goodsInvoice } from '../families.ts';

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
