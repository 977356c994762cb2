import { drawBarcode } from '../../drawing/barcodes.ts';
import { A4 } from '../../groundTruth.ts';
import { asPostcode, type Address } from '../../synthetic/addresses.ts';
import { serviceInvoice, serviceInvoiceOfOneLine } from '../families.ts';

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
