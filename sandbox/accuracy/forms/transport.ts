import type { Random } from '../synthetic/random.ts';
import { oneOf, Sheet, styleOf, typeface, type Cell, type PrintedForm, type Value } from './sheet.ts';
import { brazilian as br } from './values.ts';

type Make = (random: Random) => Value;
type Row = [label: string, value: Make, share?: number][];
const ADDRESS: Row = [
  ['Endereço', br.street, 3],
  ['Município', br.city, 2],
  ['CEP', br.postcode],
];

/** Of a manifest (MDF-e) and of a bill of carriage (CT-e), as the rows of their boxes. */
const MANIFEST: (string | Row)[] = [
  [['Chave de acesso', br.key]],
  [
    ['Modelo', oneOf('58')],
    ['Série', br.small],
    ['Número', br.number, 2],
    ['FL', br.one],
    ['Data e hora de emissão', br.dateAndTime, 3],
    ['UF carreg.', br.state, 1.6],
    ['UF descarreg.', br.state, 1.8],
  ],
  [
    ['Protocolo de autorização', br.protocol],
    ['CIOT', br.number],
  ],
  'Modal rodoviário de carga',
  [
    ['Qtd. CT-e', br.small],
    ['Qtd. NF-e', br.small],
    ['Peso total (Kg)', br.weight, 2],
    ['Valor total da carga', br.amount, 2],
  ],
  'Veículo',
  [
    ['Placa', br.plate],
    ['RNTRC', br.number],
    ['UF', br.state],
  ],
  'Condutor',
  [
    ['CPF', br.cpf],
    ['Nome', br.person, 3],
  ],
  'Vale pedágio',
  [
    ['Responsável CNPJ', br.cnpj, 2],
    ['Fornecedora CNPJ', br.cnpj, 2],
    ['Nº comprovante', br.number, 1.5],
  ],
];
const BILL: (string | Row)[] = [
  [['Chave de acesso', br.key]],
  [
    ['Modal', oneOf('RODOVIÁRIO', 'AÉREO'), 1.5],
    ['Modelo', oneOf('57')],
    ['Série', br.small],
    ['Número', br.number, 1.5],
    ['FL', br.one],
    ['Data e hora de emissão', br.dateAndTime, 3],
  ],
  [
    ['Tipo do CT-e', oneOf('NORMAL', 'Complementar')],
    ['Tipo do serviço', oneOf('NORMAL', 'Subcontratação')],
    ['Tomador do serviço', oneOf('REMETENTE', 'Destinatário')],
  ],
  [
    [
      'CFOP - Natureza da prestação',
      oneOf('5353 - PRESTACAO DE SERVICO DE TRANSPORTE', '6353 - Transporte a estab. comercial'),
      2,
    ],
    ['Protocolo de autorização de uso', br.protocol],
  ],
  [
    ['Início da prestação', br.cityAndState],
    ['Término da prestação', br.cityAndState],
  ],
  'Remetente',
  [
    ['Nome', br.company, 4],
    ['CNPJ/CPF', br.cnpj, 2],
  ],
  ADDRESS,
  [
    ['Inscrição estadual', br.registration],
    ['País', oneOf('BRASIL')],
    ['Fone', br.phone],
  ],
  'Destinatário',
  [
    ['Nome', br.capitalCompany, 4],
    ['CNPJ/CPF', br.cnpj, 2],
  ],
  ADDRESS,
  [
    ['Produto predominante', oneOf('Peças automotivas', 'CALÇADOS', 'Grãos'), 2],
    ['Outras características da carga', oneOf('Paletizada', 'FRÁGIL'), 2],
    ['Valor total da mercadoria', br.amount, 1.5],
  ],
  'Componentes do valor da prestação do serviço',
  [
    ['Frete peso', br.amount],
    ['Frete valor', br.amount],
    ['Pedágio', br.amount],
    ['Valor total do serviço', br.amount, 1.5],
    ['Valor a receber', br.amount],
  ],
  'Informações relativas ao imposto',
  [
    ['Situação tributária', oneOf('00 - TRIBUTAÇÃO NORMAL ICMS', '40 - ICMS isenção'), 3],
    ['Base de cálculo', br.amount],
    ['Alíq. ICMS', br.percent],
    ['Valor do ICMS', br.amount],
  ],
];
const TITLES = {
  manifest: ['DAMDFE', 'Documento Auxiliar de Manifesto Eletrônico de Documentos Fiscais'],
  bill: ['DACTE', 'Documento Auxiliar do Conhecimento de Transporte Eletrônico'],
};

/** A manifest or bill of carriage in boxes, in one of many typographies. */
export async function transportDocument(random: Random): Promise<PrintedForm> {
  const sheet = new Sheet();
  const style = styleOf(random, { least: random.pick([6.5, 7.5]) });
  const { bold } = typeface(random);
  const kind = random.pick(['manifest', 'bill'] as const);
  const left = random.whole(18, 36);
  const width = sheet.size.width - 2 * left;
  const [short, long] = TITLES[kind] as [string, string];
  sheet.paper.text(left, 24, br.company(random).printed, { font: bold, size: 11 });
  sheet.paper.text(left, 40, `${br.street(random).printed} - ${br.cityAndState(random).printed}`, style.value);
  sheet.caption(left, 54, short, { font: bold, size: 12 });
  sheet.caption(left + 60, 56, long, style.value);
  let y = 76;
  for (const row of kind === 'manifest' ? MANIFEST : BILL)
    if (typeof row === 'string') {
      const text = style.isCapital ? row.toUpperCase() : row;
      sheet.caption(left + 3, y + 3, text, {
        font: random.pick([bold, style.label.font ?? bold]),
        size: style.value.size ?? 8,
      });
      y += 15;
    } else
      y = sheet.cells(
        left,
        y,
        width,
        row.map((cell) => asCell(random, cell)),
        style,
      );
  return sheet.finish();
}

const asCell = (random: Random, [label, make, share = 1]: Row[number]): Cell => ({
  label,
  share,
  value: random.chance(0.06) ? null : make(random),
});
