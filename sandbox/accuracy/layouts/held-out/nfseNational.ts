import { A4, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { stacked, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode, type Address } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { generateServiceBill, type ServiceBill } from '../../synthetic/invoices.ts';

const STYLE = labelling('6.6 arial-bold', '7.6 arial', 8.6);
const COLUMNS = [24, 164, 304, 444];

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
    stacked(paper, COLUMNS[0] ?? 0, 64, 'Chave de Acesso da NFS-e', key, STYLE);
    row(paper, 86, [
      ['Número da NFS-e', bill.number],
      ['Competência da NFS-e', printed(bill.issued)],
      ['Data e Hora da emissão da NFS-e', `${printed(bill.issued)} ${bill.time}`],
    ]);
    row(paper, 108, [
      ['Número da DPS', String(random.whole(1, 900))],
      ['Série da DPS', '70000'],
      ['Data e Hora da emissão da DPS', `${printed(bill.issued)} ${bill.time}`],
    ]);
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

function row(paper: Paper, y: number, cells: [string, string][]): void {
  cells.forEach(([label, value], index) => stacked(paper, COLUMNS[index] ?? 0, y, label, value, STYLE));
}

function drawParties(paper: Paper, { provider, providerAddress, customer, customerAddress }: ServiceBill): void {
  paper.line(18, 134, 577, 134);
  stacked(paper, 24, 138, 'EMITENTE DA NFS-e', 'Prestador do Serviço', {
    ...STYLE,
    label: { ...STYLE.label, size: 8 },
  });
  row(paper, 138, [
    ['', ''],
    ['CNPJ / CPF / NIF', asCnpj(provider.cnpj)],
    ['Inscrição Municipal', provider.municipal],
    ['Telefone', provider.phone],
  ]);
  row(paper, 162, [
    ['Nome / Nome Empresarial', provider.name],
    ['', ''],
    ['E-mail', provider.email],
  ]);
  row(paper, 186, [
    ['Endereço', lineOf(providerAddress)],
    ['', ''],
    ['Município', placeOf(providerAddress)],
    ['CEP', asPostcode(providerAddress.postcode)],
  ]);
  row(paper, 210, [['Simples Nacional na Data de Competência', 'Optante - Microempresa (ME)']]);
  paper.line(18, 234, 577, 234);
  stacked(paper, 24, 238, 'TOMADOR DO SERVIÇO', '', { ...STYLE, label: { ...STYLE.label, size: 8 } });
  row(paper, 238, [
    ['', ''],
    ['CNPJ / CPF / NIF', asCpf(customer.cpf)],
    ['Inscrição Municipal', '-'],
    ['Telefone', '-'],
  ]);
  row(paper, 262, [
    ['Nome / Nome Empresarial', customer.name],
    ['', ''],
    ['E-mail', '-'],
  ]);
  row(paper, 286, [
    ['Endereço', lineOf(customerAddress)],
    ['', ''],
    ['Município', placeOf(customerAddress)],
    ['CEP', asPostcode(customerAddress.postcode)],
  ]);
  paper.line(18, 312, 577, 312);
}

const lineOf = ({ street, number, suburb }: Address): string => `${street}, ${number}, ${suburb}`;
const placeOf = ({ city }: Address): string => `${city.name} - ${city.state}`;

function drawService(paper: Paper, bill: ServiceBill): void {
  paper.text(24, 316, 'SERVIÇO PRESTADO', '8 arial-bold');
  row(paper, 330, [
    ['Código de Tributação Nacional', '01.07.01 - Suporte técnico'],
    ['Código de Tributação Municipal', '-'],
    ['Local da Prestação', placeOf(bill.providerAddress)],
    ['País da Prestação', '-'],
  ]);
  stacked(paper, 24, 354, 'Descrição do Serviço', bill.lines[0]?.text ?? '', STYLE);
  paper.line(18, 384, 577, 384);
  paper.text(24, 388, 'TRIBUTAÇÃO MUNICIPAL', '8 arial-bold');
  row(paper, 402, [
    ['Tributação do ISSQN', 'Operação Tributável'],
    ['Retenção do ISSQN', 'Não Retido'],
    ['Valor do Serviço', `R$ ${amount(bill.total)}`],
    ['BC ISSQN', `R$ ${amount(bill.base)}`],
  ]);
  row(paper, 426, [
    ['Alíquota Aplicada', `${bill.lines[0]?.rate},00%`],
    ['Desconto Incondicionado', '-'],
    ['ISSQN Apurado', `R$ ${amount(bill.tax)}`],
    ['Total Deduções/Reduções', '-'],
  ]);
  paper.line(18, 452, 577, 452);
  paper.text(24, 456, 'VALOR TOTAL DA NFS-E', '8 arial-bold');
  row(paper, 470, [
    ['Valor do Serviço', `R$ ${amount(bill.total)}`],
    ['Desconto Condicionado', '-'],
    ['ISSQN Retido', '-'],
    ['Valor Líquido da NFS-e', `R$ ${amount(bill.net)}`],
  ]);
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
