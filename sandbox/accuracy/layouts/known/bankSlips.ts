import { A4, withValues, sizeOf } from '../../groundTruth.ts';
import { capitals } from '../../synthetic/people.ts';
import { bankSlip } from '../families.ts';

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

/** The grid of FEBRABAN with tiny labels and many empty boxes: a receipt above, the compensation slip below. */
export const boletoGrid = bankSlip('boleto-grid', A4, {
  style: '5 arial / 8 arial',
  draw({ print, bars, shown, truth }) {
    const payer = capitals(shown.payer);
    const head = (y: number) => print`
      text 42 ${y + 3} 12 arial-bold: ${shown.bank}
      line 160 ${y} 160 ${y + 20} 1.4
      line 207 ${y} 207 ${y + 20} 1.4
      text 183 ${y + 3} 13 arial-bold centre: ${shown.bankNumber}
      text 552 ${y + 6} 10.5 arial-bold right: ${shown.line}
    `;
    head(44);
    void print`
      boxes 42 66 20: Nome do Beneficiário [${shown.payee}] 300 | CPF/CNPJ do Beneficiário [${shown.payeeNumber}] 110 |
        Vencimento [${shown.due}] 100 >
      boxes 42 +0 20: Nome do Pagador [${payer}] 300 | CPF/CNPJ do Pagador [${shown.payerNumber}] 110 |
        Agência / Código do Beneficiário [${shown.agency}] 100 >
      boxes 42 +0 20: Nosso Número [${shown.ourNumber}] 120 | Nº do Documento [${shown.documentNumber}] 90 |
        Data do Documento [${shown.issued}] 90 | Espécie [R$] 50 | Quantidade [] 60 | Valor do Documento [${shown.value}] 100 >
      boxes 42 +0 20: (-) Desconto / Abatimentos [] 102 | (-) Outras deduções [] 102 | (+) Mora / Multa [] 102 |
        (+) Outros acréscimos [] 102 | (=) Valor cobrado [] 102 >
      label 45 +4: Demonstrativo
      text 45 +12 7: Mensalidade referente ao contrato. Pague até o vencimento para evitar encargos.
      label 552 +4 right: Recibo do Pagador - Autenticação Mecânica
      dashed 42 300 552 300
    `;
    head(318);
    void print`
      boxes 42 340 20: Local de Pagamento [PAGÁVEL EM QUALQUER BANCO ATÉ O VENCIMENTO] 382 | Vencimento [${shown.due}] 128 >
      boxes 42 +0 20: Nome do Beneficiário/CPF/CNPJ [${shown.payee} - CNPJ ${shown.payeeNumber}] 382 |
        Agência/Código do Beneficiário [${shown.agency}] 128 >
      boxes 42 +0 20: Data do Documento [${shown.issued}] 76 | Nº do Documento [${shown.documentNumber}] 96 |
        Espécie Doc. [DM] 60 | Aceite [N] 50 | Data Processamento [${shown.issued}] 100 | Nosso Número [${shown.ourNumber}] 128 >
      boxes 42 +0 20: Uso do Banco [] 76 | Carteira [109] 46 | Espécie [R$] 50 | Quantidade [] 110 | x Valor [] 100 |
        (=) Valor do Documento [${shown.value}] 128 >
      frame 42 +0 382 100 0.5
      label 44.5 +2: Informações de responsabilidade do beneficiário
      text 45 +14 7.5: APÓS ${shown.due} MULTA DE 2,00 % E MORA DE R$ 0,33 AO DIA
      text 45 +26 7.5: NÃO RECEBER APÓS 30 DIAS DO VENCIMENTO
      column 424 +0 20: (-) Desconto / Abatimento [] 128 > | (-) Outras Deduções [] 128 > | (+) Mora / Multa [] 128 > |
        (+) Outros Acréscimos [] 128 > | (=) Valor Cobrado [] 128 >
      frame 42 +0 510 46 0.5
      label 44.5 +2: Nome do Pagador/CPF/CNPJ/Endereço
      value 45 +9: ${payer} - CPF ${shown.payerNumber}
      value 45 +19: ${shown.to.line} - ${shown.to.suburb}
      value 45 +29: ${shown.to.postcode} ${shown.to.city} - ${shown.to.state}
      label 44.5 +39: Sacador/Avalista
      label 424 +39: Cód. baixa
      picture 46 +52 292 37: ${bars}
      text 552 +52 6 right: Autenticação Mecânica / FICHA DE COMPENSAÇÃO
      truth: ${{ fields: withValues(truth.fields, { pagador: payer }) }}
    `;
  },
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
