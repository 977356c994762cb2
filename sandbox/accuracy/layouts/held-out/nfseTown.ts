import { A4, type Truth, fieldList } from '../../groundTruth.ts';
import type { Layout } from '../layout.ts';
import { beside, columnsOf, grid, labelling } from '../../drawing/forms.ts';
import type { Paper } from '../../drawing/paper.ts';
import { asPostcode, type Address } from '../../synthetic/addresses.ts';
import { printed } from '../../synthetic/dates.ts';
import { amount, asCnpj, asCpf } from '../../synthetic/numbers.ts';
import { capitals } from '../../synthetic/people.ts';
import { generateServiceBill, type ServiceBill, type ServiceLine } from '../../synthetic/invoices.ts';

const STYLE = labelling('8.4 roboto', '8.4 roboto-medium');
const BAND = '#cfe0f1';

/** A small town's service invoice: coloured bands, labels in a column of their own, amounts in a list. */
export const nfseTown: Layout = {
  id: 'unseen-nfse-town',
  type: 'nfse',
  size: A4,
  draw(paper, random) {
    const bill = generateServiceBill(random);
    paper.addPage(A4);
    paper.text(48, 40, `Prefeitura Municipal de ${bill.providerAddress.city.name}`, '14 roboto-bold #174a7c');
    paper.text(48, 60, 'Nota Fiscal de Serviços Eletrônica', '11 roboto');
    const head = [
      ['Nº da Nota', bill.number],
      ['Emitida em', `${printed(bill.issued)} às ${bill.time}`],
      ['Código de Autenticidade', bill.verification],
    ] as const;
    head.forEach(([label, value], index) =>
      beside(paper, 350, 38 + 14 * index, label, value, { ...STYLE, column: 455 }),
    );
    drawParty(
      paper,
      92,
      'Dados do Prestador de Serviços',
      bill.provider.name,
      asCnpj(bill.provider.cnpj),
      bill.providerAddress,
      [
        ['Inscrição Municipal', bill.provider.municipal],
        ['Telefone', bill.provider.phone],
        ['E-mail', bill.provider.email],
      ],
    );
    drawParty(
      paper,
      226,
      'Dados do Tomador de Serviços',
      bill.customer.name,
      asCpf(bill.customer.cpf),
      bill.customerAddress,
      [],
    );
    const y = drawLines(paper, bill.lines);
    drawAmounts(paper, bill, y + 16);
    return { fields: fieldsOf(bill), tables: [{ rows: bill.lines.map(rowOf) }] };
  },
};

function band(paper: Paper, y: number, text: string): void {
  paper.fill(40, y, 515, 17, BAND);
  paper.text(48, y + 4, text, '9.4 roboto-bold #174a7c');
}

function drawParty(
  paper: Paper,
  y: number,
  title: string,
  name: string,
  document: string,
  address: Address,
  more: [string, string][],
): void {
  band(paper, y, title);
  const lines: [string, string][] = [
    ['Razão Social/Nome', name],
    ['CNPJ/CPF', document],
    ['Endereço', endereco(address)],
    ['Município', address.city.name],
    ['UF', address.city.state],
    ...more,
  ];
  lines.forEach(([label, value], index) =>
    beside(paper, 48, y + 22 + 13.4 * index, label, value, { ...STYLE, column: 165 }),
  );
}

const endereco = ({ street, number, extra, suburb, postcode }: Address): string =>
  `${street}, ${number}${extra ? ` (${extra})` : ''} - ${suburb} - ${asPostcode(postcode)}`;

function drawLines(paper: Paper, lines: ServiceLine[]): number {
  band(paper, 326, 'Discriminação dos Serviços');
  const columns = columnsOf('Qtd. 40 > | Descrição do serviço 265 | Vlr. unitário 90 > | Valor total 100 >');
  const cells = lines.map(({ quantity, text, price }) => [
    String(quantity),
    text,
    amount(price),
    amount(quantity * price),
  ]);
  return grid(paper, 44, 348, columns, cells, {
    head: '8 roboto-bold',
    cell: '8.6 roboto',
    row: 16,
    ruled: 'all',
    frame: '#b9c9da',
  });
}

function drawAmounts(paper: Paper, bill: ServiceBill, y: number): void {
  band(paper, y, 'Valores e Impostos');
  const lines = [
    ['Valor dos Serviços', bill.total],
    ['(-) Deduções', 0],
    ['Base de Cálculo', bill.base],
    ['Valor do ISSQN', bill.tax],
    ['Valor Líquido da Nota', bill.net],
  ] as const;
  lines.forEach(([label, value], index) => {
    paper.text(330, y + 24 + 15 * index, label, STYLE.label);
    paper.text(545, y + 24 + 15 * index, `R$ ${amount(value)}`, { ...STYLE.value, align: 'right' });
  });
  paper.text(48, y + 24, `ALÍQUOTA ${bill.lines[0]?.rate},00%`, STYLE.label);
  paper.text(48, y + 40, capitals('iss devido no município do prestador'), '7 roboto');
}

const fieldsOf = (bill: ServiceBill): Truth['fields'] => fieldList`
  numero_nota_fiscal ${bill.number} | data_emissao ${bill.issued} | chave_verificacao ${bill.verification} |
  nome_prestador ${bill.provider.name} | cpf_cnpj_prestador ${bill.provider.cnpj} |
  free endereco_prestador ${endereco(bill.providerAddress)} | municipio_prestador ${bill.providerAddress.city.name} |
  free inscricao_municipal_prestador ${bill.provider.municipal} | free telefone_prestador ${bill.provider.phone} |
  nome ${bill.customer.name} | cpf_cnpj ${bill.customer.cpf} | free endereco ${endereco(bill.customerAddress)} |
  municipio ${bill.customerAddress.city.name} | valor_base_calculo ${bill.base.toFixed(2)} |
  valor_iss ${bill.tax.toFixed(2)} | valor_liquido ${bill.net.toFixed(2)}
`;

const rowOf = ({ quantity, text, price }: ServiceLine): Record<string, string> => ({
  quantidade_item: String(quantity),
  descricao_item: text,
  valor_unitario: price.toFixed(2),
  valor_servico: (quantity * price).toFixed(2),
});
