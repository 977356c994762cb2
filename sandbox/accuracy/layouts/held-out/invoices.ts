import { drawBarcode } from '../../drawing/barcodes.ts';
import { A4, mm, sizeOf } from '../../groundTruth.ts';
import { type Address, asPostcode } from '../../synthetic/addresses.ts';
import { amount } from '../../synthetic/numbers.ts';
import { bankSlip, goodsInvoice, serviceInvoice, serviceInvoiceOfOneLine } from '../families.ts';

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

/** The service invoice of the whole country since 2023: everything in a grid of labels above values. */
export const nfseNational = serviceInvoiceOfOneLine('unseen-nfse-national', A4, {
  style: '6.6 arial-bold / 7.6 arial / 8.6',
  async draw({ print, random, bill, shown: { from, to, lines, ...shown } }) {
    const key = `${random.digits(7)}22${bill.provider.cnpj}${random.digits(27)}`;
    const url = `https://www.nfse.example.gov.br/ConsultaPublica/?tpc=1&chave=${key}`;
    const fromLine = `${from.line}, ${from.suburb}`;
    const toLine = `${to.line}, ${to.suburb}`;
    const [fromPlace, toPlace] = [from, to].map(({ city, state }) => `${city} - ${state}`) as [string, string];
    const [line] = lines;
    void print`
      frame 18 18 559 700 0.8
      text ${A4.width / 2} 26 13 arial-bold centre: DANFSe v1.0
      text ${A4.width / 2} 42 11 arial-bold centre: Documento Auxiliar da NFS-e
      text 545 28 7.5 right: Município de ${from.city}
      24 64: Chave de Acesso da NFS-e [${key}]
      24 86: Número da NFS-e [${bill.number}] 140 | Competência da NFS-e [${shown.issued}] 140 |
        Data e Hora da emissão da NFS-e [${shown.issued} ${shown.time}] 140
      24 108: Número da DPS [${random.whole(1, 900)}] 140 | Série da DPS [70000] 140 |
        Data e Hora da emissão da DPS [${shown.issued} ${shown.time}] 140
      picture 480 60 62 62: ${await drawBarcode(url, 'QRCode')}
      line 18 134 577 134
      text 24 138 8 arial-bold: EMITENTE DA NFS-e
      value 24 146.6: Prestador do Serviço
      24 138: [] 140 | CNPJ / CPF / NIF [${shown.providerNumber}] 140 | Inscrição Municipal [${shown.municipal}] 140 |
        Telefone [${shown.phone}] 140
      24 162: Nome / Nome Empresarial [${shown.provider}] 140 | [] 140 | E-mail [${shown.email}] 140
      24 186: Endereço [${fromLine}] 140 | [] 140 | Município [${fromPlace}] 140 | CEP [${from.postcode}] 140
      24 210: Simples Nacional na Data de Competência [Optante - Microempresa (ME)] 140
      line 18 234 577 234
      text 24 238 8 arial-bold: TOMADOR DO SERVIÇO
      value 24 246.6: ${''}
      24 238: [] 140 | CNPJ / CPF / NIF [${shown.customerNumber}] 140 | Inscrição Municipal [-] 140 | Telefone [-] 140
      24 262: Nome / Nome Empresarial [${shown.customer}] 140 | [] 140 | E-mail [-] 140
      24 286: Endereço [${toLine}] 140 | [] 140 | Município [${toPlace}] 140 | CEP [${to.postcode}] 140
      line 18 312 577 312
      text 24 316 8 arial-bold: SERVIÇO PRESTADO
      24 330: Código de Tributação Nacional [01.07.01 - Suporte técnico] 140 | Código de Tributação Municipal [-] 140 |
        Local da Prestação [${fromPlace}] 140 | País da Prestação [-] 140
      24 354: Descrição do Serviço [${line?.text ?? ''}] 140
      line 18 384 577 384
      text 24 388 8 arial-bold: TRIBUTAÇÃO MUNICIPAL
      24 402: Tributação do ISSQN [Operação Tributável] 140 | Retenção do ISSQN [Não Retido] 140 |
        Valor do Serviço [R$ ${shown.total}] 140 | BC ISSQN [R$ ${shown.base}] 140
      24 426: Alíquota Aplicada [${line?.rate ?? ''}] 140 | Desconto Incondicionado [-] 140 |
        ISSQN Apurado [R$ ${shown.tax}] 140 | Total Deduções/Reduções [-] 140
      line 18 452 577 452
      text 24 456 8 arial-bold: VALOR TOTAL DA NFS-E
      24 470: Valor do Serviço [R$ ${shown.total}] 140 | Desconto Condicionado [-] 140 | ISSQN Retido [-] 140 |
        Valor Líquido da NFS-e [R$ ${shown.net}] 140
      truth: chave_acesso ${key} | numero_nota_fiscal ${bill.number} | data_emissao ${bill.issued} |
        cpf_cnpj_prestador ${bill.provider.cnpj} | free inscricao_municipal_prestador ${shown.municipal} |
        free telefone_prestador ${shown.phone} | nome_prestador ${shown.provider} | free endereco_prestador ${fromLine} |
        free municipio_prestador ${fromPlace} or ${from.city} | cpf_cnpj ${bill.customer.cpf} | nome ${shown.customer} |
        free endereco ${toLine} | free municipio ${toPlace} or ${to.city} | valor_iss ${bill.tax.toFixed(2)} |
        valor_base_calculo ${bill.base.toFixed(2)} | valor_liquido ${bill.net.toFixed(2)}
    `;
  },
});

const addressLine = ({ street, number, extra, suburb, postcode }: Address): string =>
  `${street}, ${number}${extra ? ` (${extra})` : ''} - ${suburb} - ${asPostcode(postcode)}`;

/** A small town's service invoice: coloured bands, labels in a column of their own, amounts in a list. */
export const nfseTown = serviceInvoice('unseen-nfse-town', A4, {
  style: '8.4 roboto / 8.4 roboto-medium',
  draw({ print, bill, shown: { from, to, lines, ...shown } }) {
    const [fromLine, toLine] = [addressLine(bill.providerAddress), addressLine(bill.customerAddress)];
    const rows = lines.map(({ quantity, text, price, sum }) => [quantity, text, price, sum]);
    const table = bill.lines.map(({ quantity, text, price }) => ({
      quantidade_item: String(quantity),
      descricao_item: text,
      valor_unitario: price.toFixed(2),
      valor_servico: (quantity * price).toFixed(2),
    }));
    void print`
      text 48 40 14 roboto-bold #174a7c: Prefeitura Municipal de ${from.city}
      text 48 60 11 roboto: Nota Fiscal de Serviços Eletrônica
      down 350 38 14 455: Nº da Nota [${bill.number}]; Emitida em [${shown.issued} às ${shown.time}];
        Código de Autenticidade [${bill.verification}]
      fill 40 92 515 17 #cfe0f1
      text 48 96 9.4 roboto-bold #174a7c: Dados do Prestador de Serviços
      down 48 114 13.4 165: Razão Social/Nome [${shown.provider}]; CNPJ/CPF [${shown.providerNumber}];
        Endereço [${fromLine}]; Município [${from.city}]; UF [${from.state}]; Inscrição Municipal [${shown.municipal}];
        Telefone [${shown.phone}]; E-mail [${shown.email}]
      fill 40 226 515 17 #cfe0f1
      text 48 230 9.4 roboto-bold #174a7c: Dados do Tomador de Serviços
      down 48 248 13.4 165: Razão Social/Nome [${shown.customer}]; CNPJ/CPF [${shown.customerNumber}];
        Endereço [${toLine}]; Município [${to.city}]; UF [${to.state}]
      fill 40 326 515 17 #cfe0f1
      text 48 330 9.4 roboto-bold #174a7c: Discriminação dos Serviços
      table 44 348 16 all #b9c9da 8 roboto-bold / 8.6 roboto: Qtd. 40 > | Descrição do serviço 265 | Vlr. unitário 90 > |
        Valor total 100 > = ${rows}
      side 0 +16 595 110
      fill 40 0 515 17 #cfe0f1
      text 48 4 9.4 roboto-bold #174a7c: Valores e Impostos
      label 330 24: Valor dos Serviços
      text 545 24 8.4 roboto-medium right: R$ ${shown.total}
      label 330 39: (-) Deduções
      text 545 39 8.4 roboto-medium right: R$ 0,00
      label 330 54: Base de Cálculo
      text 545 54 8.4 roboto-medium right: R$ ${shown.base}
      label 330 69: Valor do ISSQN
      text 545 69 8.4 roboto-medium right: R$ ${shown.tax}
      label 330 84: Valor Líquido da Nota
      text 545 84 8.4 roboto-medium right: R$ ${shown.net}
      label 48 24: ALÍQUOTA ${lines[0]?.rate ?? ''}
      text 48 40 7 roboto: ISS DEVIDO NO MUNICÍPIO DO PRESTADOR
      truth: numero_nota_fiscal ${bill.number} | data_emissao ${bill.issued} | chave_verificacao ${bill.verification} |
        nome_prestador ${shown.provider} | cpf_cnpj_prestador ${bill.provider.cnpj} | free endereco_prestador ${fromLine} |
        municipio_prestador ${from.city} | free inscricao_municipal_prestador ${shown.municipal} |
        free telefone_prestador ${shown.phone} | nome ${shown.customer} | cpf_cnpj ${bill.customer.cpf} |
        free endereco ${toLine} | municipio ${to.city} | valor_base_calculo ${bill.base.toFixed(2)} |
        valor_iss ${bill.tax.toFixed(2)} | valor_liquido ${bill.net.toFixed(2)}
      truth: ${{ tables: [{ rows: table }] }}
    `;
  },
});
