import { mm, sizeOf } from '../../groundTruth.ts';
import { bankSlip } from '../families.ts';

/** A leaf of a payment booklet: the stub on the left, the slip beside it, older words for the parties. */
export const boletoBooklet = bankSlip('unseen-boleto-booklet', sizeOf(mm(210), mm(99)), {
  copies: { photo: 2 },
  colour: '#fffdf6',
  unit: mm(1),
  style: '5.6 open-sans #333333 / 7.8 open-sans-bold',
  draw({ print, printBy, paper, style, bars, shown }) {
    void print`text 4 4 8 open-sans-bold: ${shown.bank} ${shown.bankNumber}`;
    const inStub = ([x = 0, y = 0]: number[], label: string, value: string) => print`
      label ${x} ${y}: ${label}
      value ${x} ${y + 2.6} 7: ${value}
      line ${x} ${y + 7} 45 ${y + 7} 0.3
    `;
    void printBy(inStub)`
      down 4 12 9: Parcela [03/12]; Vencimento [${shown.due}]; Agência/Cód. Cedente [${shown.agency}];
        Nosso Número [${shown.ourNumber}]; Nº do Documento [${shown.documentNumber}];
        Valor do Documento [${shown.value}]; Sacado [${shown.payer}]
      line 48 3 48 96 #888888
      text 52 3.6 11 open-sans-bold: ${shown.bank}
      text 86 4 11 open-sans-bold: ${`| ${shown.bankNumber} |`}
      text 206 4.4 8.6 open-sans-bold right: ${shown.line}
    `;
    const inFrame = ([x = 0, y = 0, width = 0]: number[], label: string, value: string) => {
      paper.frame(mm(x), mm(y), mm(width), mm(8), { line: 0.35, colour: '#666666' });
      paper.text(mm(x + 0.8), mm(y + 0.5), label, style.label);
      paper.text(mm(x + 0.8), mm(y + 3.4), value, style.value);
    };
    void printBy(inFrame)`
      down 52 11 8: Local de Pagamento [PAGÁVEL EM QUALQUER AGÊNCIA BANCÁRIA] 112 | Vencimento [${shown.due}] 42;
        Cedente [${shown.payee}] 80 | CNPJ [${shown.payeeNumber}] 32 | Agência/Código Cedente [${shown.agency}] 42;
        Data do Documento [${shown.issued}] 28 | Número do Documento [${shown.documentNumber}] 30 |
        Espécie Doc. [DS] 24 | Data Processamento [${shown.issued}] 30 | Nosso Número [${shown.ourNumber}] 42;
        Carteira [17] 28 | Moeda [R$] 30 | Quantidade [] 54 | (=) Valor do Documento [${shown.value}] 42;
        Instruções [NÃO RECEBER APÓS 30 DIAS DO VENCIMENTO] 112 | (-) Desconto [] 42;  [] 112 | (+) Mora/Multa [] 42
      label 52.8 61: Sacado
      value 64 60.6: ${shown.payer}
      label 150 61: CPF
      value 158 60.6: ${shown.payerNumber}
      text 64 65 7 open-sans: ${shown.to.line} ${shown.to.suburb} ${shown.to.city} ${shown.to.state}
      text 206 70 5 open-sans right: Autenticação Mecânica / FICHA DE COMPENSAÇÃO
      picture 54 81 103 13: ${bars}
    `;
  },
});
