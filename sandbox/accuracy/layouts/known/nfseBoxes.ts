import { A4, type TrueField, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { drawBarcode } from '../../drawing/barcodes.ts';
import { beside, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode, type Address } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import { generateServiceBill, type ServiceBill, type ServiceLine } from '../../synthetic/invoices.ts';

const STYLE = labelling('8 arial', '8 arial-bold');
const [LEFT, RIGHT] = [30, 565];

/** A city's service invoice in framed blocks, as São Paulo prints it. */
export const nfseBoxes: Layout = {
  id: 'nfse-boxes',
  type: 'nfse',
  size: A4,
  async draw(paper, random) {
    const bill = generateServiceBill(random);
    const url = `https://nfe.example.com/verifica?cnpj=${bill.provider.cnpj}&nota=${bill.number}&codigo=${bill.verification}`;
    paper.addPage(A4);
    drawHead(paper, bill);
    paper.picture(await drawBarcode(url, 'QRCode'), 42, 38, 62, 62);
    drawProvider(paper, bill);
    drawCustomer(paper, bill);
    const y = drawServices(paper, bill.lines, 312);
    drawAmounts(paper, bill, y);
    return { fields: fieldsOf(bill), tables: [{ rows: bill.lines.map(rowOf) }] };
  },
};

function drawHead(paper: Paper, bill: ServiceBill): void {
  paper.frame(LEFT, 30, RIGHT - LEFT, 80);
  const city = capitals(bill.providerAddress.city.name);
  paper.text(275, 38, `PREFEITURA DO MUNICÍPIO DE ${city}`, '11 arial-bold centre');
  paper.text(275, 54, 'SECRETARIA MUNICIPAL DA FAZENDA', '9 centre');
  paper.text(275, 72, 'NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e', '10.5 arial-bold centre');
  paper.line(435, 30, 435, 110);
  const cells = [
    ['Número da Nota', bill.number.padStart(8, '0')],
    ['Data e Hora de Emissão', `${printed(bill.issued)} ${bill.time}`],
    ['Código de Verificação', verificationOf(bill)],
  ] as const;
  cells.forEach(([label, value], index) => {
    if (index > 0) paper.line(435, 30 + index * 26.6, RIGHT, 30 + index * 26.6);
    paper.text(439, 33 + index * 26.6, label, '6.5');
    paper.text(500, 42 + index * 26.6, value, '9 arial-bold centre');
  });
}

const verificationOf = ({ verification }: ServiceBill): string =>
  `${verification.slice(0, 4)}-${verification.slice(4)}`;

function drawProvider(paper: Paper, { provider, providerAddress }: ServiceBill): void {
  heading(paper, 118, 'PRESTADOR DE SERVIÇOS', 88);
  beside(paper, 110, 134, 'CPF/CNPJ:', asCnpj(provider.cnpj), STYLE);
  beside(paper, 350, 134, 'Inscrição Municipal:', provider.municipal, STYLE);
  beside(paper, 110, 148, 'Nome/Razão Social:', provider.name, STYLE);
  beside(paper, 110, 162, 'Endereço:', addressLine(providerAddress), STYLE);
  beside(paper, 110, 176, 'Município:', providerAddress.city.name, STYLE);
  beside(paper, 350, 176, 'UF:', providerAddress.city.state, STYLE);
  beside(paper, 110, 190, 'Telefone:', provider.phone, STYLE);
}

function drawCustomer(paper: Paper, { customer, customerAddress }: ServiceBill): void {
  heading(paper, 212, 'TOMADOR DE SERVIÇOS', 76);
  beside(paper, 36, 228, 'Nome/Razão Social:', customer.name, STYLE);
  beside(paper, 36, 242, 'CPF/CNPJ:', asCpf(customer.cpf), STYLE);
  beside(paper, 36, 256, 'Endereço:', addressLine(customerAddress), STYLE);
  beside(paper, 36, 270, 'Município:', customerAddress.city.name, STYLE);
  beside(paper, 300, 270, 'UF:', customerAddress.city.state, STYLE);
}

const addressLine = ({ street, number, extra, suburb, postcode }: Address): string =>
  `${street}, ${number}${extra ? `, ${extra}` : ''} - ${suburb} - CEP: ${asPostcode(postcode)}`;

function heading(paper: Paper, y: number, text: string, height: number): void {
  paper.frame(LEFT, y - 4, RIGHT - LEFT, height + 4);
  paper.text((LEFT + RIGHT) / 2, y, text, '9.5 arial-bold centre');
}

const COLUMNS = [36, 330, 420, 475, 558];

function drawServices(paper: Paper, lines: ServiceLine[], y: number): number {
  const height = 46 + 15 * Math.max(4, lines.length);
  heading(paper, y - 16, 'DISCRIMINAÇÃO DOS SERVIÇOS', height);
  tableRow(paper, y + 2, ['Descrição', 'Qtde', 'Valor Unitário', 'Alíquota', 'Valor'], true);
  paper.line(LEFT + 4, y + 13, RIGHT - 4, y + 13, { line: 0.4 });
  lines.forEach((line, index) => tableRow(paper, y + 18 + 15 * index, cellsOf(line)));
  return y + height;
}

const cellsOf = ({ text, quantity, price, rate }: ServiceLine): string[] => [
  text,
  String(quantity),
  amount(price),
  `${rate},00%`,
  amount(quantity * price),
];

function tableRow(paper: Paper, y: number, cells: string[], bold = false): void {
  cells.forEach((cell, index) =>
    paper.text(COLUMNS[index] ?? 0, y, cell, {
      size: 8,
      font: bold ? 'arial-bold' : 'arial',
      align: index === 0 ? 'left' : 'right',
    }),
  );
}

function drawAmounts(paper: Paper, bill: ServiceBill, y: number): void {
  paper.frame(LEFT, y, RIGHT - LEFT, 24);
  paper.text((LEFT + RIGHT) / 2, y + 6, `VALOR TOTAL DA NOTA = R$ ${amount(bill.total)}`, '11 arial-bold centre');
  const cells = [
    ['Valor das Deduções (R$)', '0,00'],
    ['Base de Cálculo (R$)', amount(bill.base)],
    ['Valor do ISS (R$)', amount(bill.tax)],
    ['Valor Líquido (R$)', amount(bill.net)],
  ] as const;
  cells.forEach(([label, value], index) => {
    const x = LEFT + index * 133.75;
    paper.frame(x, y + 28, 133.75, 30);
    paper.text(x + 4, y + 31, label, '7');
    paper.text(x + 128, y + 43, value, '9 arial-bold right');
  });
  paper.frame(LEFT, y + 64, RIGHT - LEFT, 60);
  paper.text((LEFT + RIGHT) / 2, y + 68, 'OUTRAS INFORMAÇÕES', '9 arial-bold centre');
  paper.text(36, y + 82, 'Esta NFS-e foi emitida por empresa optante pelo Simples Nacional.', '8');
}

function fieldsOf(bill: ServiceBill): TrueField[] {
  const { provider, providerAddress, customer, customerAddress } = bill;
  return [
    { name: 'numero_nota_fiscal', value: bill.number.padStart(8, '0'), accepted: [bill.number] },
    ...fieldList`
      data_emissao ${bill.issued} | free chave_verificacao ${verificationOf(bill)} |
      cpf_cnpj_prestador ${provider.cnpj} | free inscricao_municipal_prestador ${provider.municipal} |
      nome_prestador ${provider.name} | free endereco_prestador ${addressLine(providerAddress)} |
      municipio_prestador ${providerAddress.city.name} | free telefone_prestador ${provider.phone} |
      nome ${customer.name} | cpf_cnpj ${customer.cpf} | free endereco ${addressLine(customerAddress)} |
      municipio ${customerAddress.city.name} | valor_total_nota ${bill.total.toFixed(2)} |
      valor_base_calculo ${bill.base.toFixed(2)} | valor_iss ${bill.tax.toFixed(2)} |
      valor_liquido ${bill.net.toFixed(2)}
    `,
  ];
}

const rowOf = ({ text, quantity, price, rate }: ServiceLine): Record<string, string> => ({
  descricao_item: text,
  quantidade_item: String(quantity),
  valor_unitario: price.toFixed(2),
  aliquota_iss_item: `${rate},00%`,
  valor_servico: (quantity * price).toFixed(2),
});
