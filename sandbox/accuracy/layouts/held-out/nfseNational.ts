import { A4, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { type BoxCell, cells, labelling, openRow, stacked } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode, type Address } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { generateServiceBill, type ServiceBill } from '../../synthetic/invoices.ts';

const STYLE = labelling('6.6 arial-bold', '7.6 arial', 8.6);
const LEFT = 24;

/** The service invoice of the whole country since 2023: everything in a grid of labels above values. */
export const nfseNational: Layout = {
  id: 'unseen-nfse-national',
  type: 'nfse',
  size: A4,
  async draw(paper, random) {
    const bill = generateServiceBill(random, 1);
    const key = `${random.digits(7)}22${bill.provider.cnpj}${random.digits(27)}`;
    paper.addPage(A4);
    paper.frame(18, 18, 559, 700, { line: 0.8 });
    paper.text(A4.width / 2, 26, 'DANFSe v1.0', '13 arial-bold centre');
    paper.text(A4.width / 2, 42, 'Documento Auxiliar da NFS-e', '11 arial-bold centre');
    paper.text(545, 28, `Município de ${bill.providerAddress.city.name}`, '7.5 right');
    stacked(paper, LEFT, 64, 'Chave de Acesso da NFS-e', key, STYLE);
    const numbers = cells`
      Número da NFS-e [${bill.number}] 140 | Competência da NFS-e [${printed(bill.issued)}] 140 |
        Data e Hora da emissão da NFS-e [${printed(bill.issued)} ${bill.time}] 140
      Número da DPS [${random.whole(1, 900)}] 140 | Série da DPS [70000] 140 |
        Data e Hora da emissão da DPS [${printed(bill.issued)} ${bill.time}] 140
    `;
    drawRows(paper, 86, numbers, 22);
    paper.picture(
      await drawBarcode(`https://www.nfse.example.gov.br/ConsultaPublica/?tpc=1&chave=${key}`, 'QRCode'),
      480,
      60,
      62,
      62,
    );
    drawParties(paper, bill);
    drawService(paper, bill);
    return { fields: fieldsOf(bill, key) };
  },
};

const drawRows = (paper: Paper, y: number, rows: BoxCell[][], step = 24) =>
  rows.forEach((row, index) => openRow(stacked, paper, LEFT, y + step * index, STYLE, row));

function drawParties(paper: Paper, { provider, providerAddress, customer, customerAddress }: ServiceBill): void {
  const title = { ...STYLE, label: { ...STYLE.label, size: 8 } };
  paper.line(18, 134, 577, 134);
  stacked(paper, LEFT, 138, 'EMITENTE DA NFS-e', 'Prestador do Serviço', title);
  const from = cells`
    [] 140 | CNPJ / CPF / NIF [${asCnpj(provider.cnpj)}] 140 | Inscrição Municipal [${provider.municipal}] 140 |
      Telefone [${provider.phone}] 140
    Nome / Nome Empresarial [${provider.name}] 140 | [] 140 | E-mail [${provider.email}] 140
    Endereço [${lineOf(providerAddress)}] 140 | [] 140 | Município [${placeOf(providerAddress)}] 140 |
      CEP [${asPostcode(providerAddress.postcode)}] 140
    Simples Nacional na Data de Competência [Optante - Microempresa (ME)] 140
  `;
  drawRows(paper, 138, from);
  paper.line(18, 234, 577, 234);
  stacked(paper, LEFT, 238, 'TOMADOR DO SERVIÇO', '', title);
  const to = cells`
    [] 140 | CNPJ / CPF / NIF [${asCpf(customer.cpf)}] 140 | Inscrição Municipal [-] 140 | Telefone [-] 140
    Nome / Nome Empresarial [${customer.name}] 140 | [] 140 | E-mail [-] 140
    Endereço [${lineOf(customerAddress)}] 140 | [] 140 | Município [${placeOf(customerAddress)}] 140 |
      CEP [${asPostcode(customerAddress.postcode)}] 140
  `;
  drawRows(paper, 238, to);
  paper.line(18, 312, 577, 312);
}

const lineOf = ({ street, number, suburb }: Address): string => `${street}, ${number}, ${suburb}`;
const placeOf = ({ city }: Address): string => `${city.name} - ${city.state}`;

function drawService(paper: Paper, bill: ServiceBill): void {
  paper.text(LEFT, 316, 'SERVIÇO PRESTADO', '8 arial-bold');
  const service = cells`
    Código de Tributação Nacional [01.07.01 - Suporte técnico] 140 | Código de Tributação Municipal [-] 140 |
      Local da Prestação [${placeOf(bill.providerAddress)}] 140 | País da Prestação [-] 140
    Descrição do Serviço [${bill.lines[0]?.text ?? ''}] 140
  `;
  drawRows(paper, 330, service);
  paper.line(18, 384, 577, 384);
  paper.text(LEFT, 388, 'TRIBUTAÇÃO MUNICIPAL', '8 arial-bold');
  const taxes = cells`
    Tributação do ISSQN [Operação Tributável] 140 | Retenção do ISSQN [Não Retido] 140 |
      Valor do Serviço [R$ ${amount(bill.total)}] 140 | BC ISSQN [R$ ${amount(bill.base)}] 140
    Alíquota Aplicada [${bill.lines[0]?.rate ?? 0},00%] 140 | Desconto Incondicionado [-] 140 |
      ISSQN Apurado [R$ ${amount(bill.tax)}] 140 | Total Deduções/Reduções [-] 140
  `;
  drawRows(paper, 402, taxes);
  paper.line(18, 452, 577, 452);
  paper.text(LEFT, 456, 'VALOR TOTAL DA NFS-E', '8 arial-bold');
  const sums = cells`
    Valor do Serviço [R$ ${amount(bill.total)}] 140 | Desconto Condicionado [-] 140 | ISSQN Retido [-] 140 |
      Valor Líquido da NFS-e [R$ ${amount(bill.net)}] 140
  `;
  drawRows(paper, 470, sums);
}

const fieldsOf = (bill: ServiceBill, key: string): Truth['fields'] => [
  ...fieldList`
    chave_acesso ${key} | numero_nota_fiscal ${bill.number} | data_emissao ${bill.issued} |
    cpf_cnpj_prestador ${bill.provider.cnpj} | free inscricao_municipal_prestador ${bill.provider.municipal} |
    free telefone_prestador ${bill.provider.phone} | nome_prestador ${bill.provider.name} |
    free endereco_prestador ${lineOf(bill.providerAddress)}
  `,
  {
    name: 'municipio_prestador',
    value: placeOf(bill.providerAddress),
    accepted: [bill.providerAddress.city.name],
    agreement: 'free',
  },
  { name: 'cpf_cnpj', value: bill.customer.cpf },
  { name: 'nome', value: bill.customer.name },
  { name: 'endereco', value: lineOf(bill.customerAddress), agreement: 'free' },
  {
    name: 'municipio',
    value: placeOf(bill.customerAddress),
    accepted: [bill.customerAddress.city.name],
    agreement: 'free',
  },
  { name: 'valor_iss', value: bill.tax.toFixed(2) },
  { name: 'valor_base_calculo', value: bill.base.toFixed(2) },
  { name: 'valor_liquido', value: bill.net.toFixed(2) },
];
