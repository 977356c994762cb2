import { A4, sizeOf } from '../../groundTruth.ts';
import { amount } from '../../synthetic/numbers.ts';
import { goodsInvoice } from '../families.ts';

/** The printed form of an NF-e across the sheet, of another maker. */
export const danfeWide = goodsInvoice('unseen-danfe-wide', sizeOf(A4.height, A4.width), {
  copies: { photo: 2 },
  style: '5.6 lato / 8.2 lato-bold',
  draw({ print, invoice, bars, shown: { from, to, total, zero, ...shown } }) {
    void print`
      side 30 0 782 595
      frame 0 24 330 92
      label 8 28: IDENTIFICAÇÃO DO EMITENTE
      text 8 40 11 lato-bold: ${shown.seller}
      lines 8 60 11 8 lato: ${from.line} | ${from.suburb} - CEP ${from.postcode} |
        ${from.city}/${from.state} - Tel. ${shown.phone}
      frame 330 24 130 92
      text 395 28 14 lato-bold centre: DANFE
      text 395 46 5.6 lato centre: Documento Auxiliar da Nota Fiscal Eletrônica
      text 340 60 7 lato: Entrada 0   Saída 1
      text 430 58 10 lato-bold: 1
      text 395 78 10 lato-bold centre: Nº ${invoice.number}
      text 395 92 8 lato-bold centre: Série ${shown.paddedSeries} - Folha 1 de 1
      frame 460 24 322 92
      picture 482 29 278 38: ${bars}
      label 466 72: Chave de acesso
      text 621 80 9.4 lato-bold centre: ${shown.key}
      label 466 98: Protocolo de autorização
      text 621 104 8 lato centre: ${shown.protocol}  ${shown.issued} 14:02:10
      boxes 0 122 22: Natureza da operação [Venda de produção do estabelecimento] 330 |
        CNPJ do emitente [${shown.sellerNumber}] 180 | Inscrição estadual [${shown.stateNumber}] 150 |
        Insc. estadual subst. trib. [] 122
      boxes 0 +0 22: Destinatário / Nome ou razão social [${shown.buyer}] 430 | CNPJ/CPF [${shown.buyerNumber}] 180 |
        Data de emissão [${shown.issued}] 172
      boxes 0 +0 22: Endereço [${to.line}] 330 | Bairro [${to.suburb}] 160 | CEP [${to.postcode}] 120 |
        Data de saída/entrada [${shown.issued}] 172
      boxes 0 +0 22: Município [${to.city}] 330 | UF [${to.state}] 60 | Telefone [] 220 | Hora de saída [15:20] 172
      boxes 0 +0 22: Base cálc. ICMS [${total}] 112 > | Valor ICMS [${amount(invoice.total * 0.12)}] 112 > |
        Frete [${zero}] 90 > | Seguro [${zero}] 90 > | Desconto [${zero}] 90 > | Total dos produtos [${total}] 144 > |
        Total da nota [${total}] 144 >
      frame 0 +6 782 220
      table 0 238 15 all #bbbbbb 6.6 lato-bold / 7.8 lato: Cód. 60 | Descrição dos produtos/serviços 300 | NCM 80 |
        CFOP 50 | Un. 40 | Qtde. 70 > | Vlr. unit. 85 > | Vlr. total 97 > = ${shown.articles}
      boxes 0 464 70: Dados adicionais [] 500 | Reservado ao fisco [] 282
    `;
  },
});
