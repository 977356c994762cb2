import type { Random } from '../synthetic/random.ts';
import { Sheet, styleOf, typeface, type PrintedForm, type Style, type Type } from './sheet.ts';
import { labelList, made, type LabelledValue } from './values.ts';
import { textList } from '../../reader/src/text/pattern.ts';

const COMMON = labelList(`
  Nome = person 3 | Razão social = company 4 | CPF = cpf 2 | CNPJ = cnpj 2 | Data de emissão = date 1.5 |
  Data de vencimento = date 1.5 | Data de nascimento = date 1.5 | Endereço = street 4 | Bairro = suburb 2 |
  Município = city 2 | UF = state 0.7 | CEP = postcode 1.2 | Telefone = phone 2 | E-mail = email 3 |
  Valor total = reais 1.7 | Número do pedido = number 1.7 | Inscrição estadual = registration 2 |
  Forma de pagamento = [Boleto; Pix; Cartão de crédito; À vista] 2.2 |
  Situação = [Ativo; Em análise; Concluído; Cancelada] 1.5 | Responsável = person 3 | Matrícula = number 1.5 |
  Cargo = [Analista; Gerente de vendas; Motorista; Auxiliar] 2
`);
/** Labels of single trades, which no list of words knows. */
const RARE = labelList(`
  Safra = [2024/2025; 2023/2024] 1.2 | Talhão = small 1 | Cultivar = [Soja intacta; Milho doce; Feijão carioca] 2 |
  Tutor = person 3 | Raça = [Vira-lata; Siamês; Poodle] 1.5 | Pelagem = [Curta; Longa; Tigrada] 1.5 |
  Bitola = [2,5 mm; 4 mm; 10 mm] 1.2 | Torque = [35 Nm; 120 Nm] 1.2 | Lente OD = [-1,2; -2,5; +0,7] 1.2 |
  Grau de instrução = [Superior completo; Ensino médio] 2.2 | Turma = [3º B; 1º A; 2º C] 1 |
  Calado = [12,5 m; 9,8 m] 1 | Lavra = number 1.5 | Ramal = small 1 | Hidrômetro = number 1.5 |
  Leitura atual = number 1.5 | Consumo = [35 m³; 12 m³; 210 kWh] 1.2 | Profissional = person 3 |
  Alergias = [Nenhuma; Dipirona; Frutos do mar] 2
`);
const HEADINGS = textList(`
  Dados do cliente | Dados gerais | Identificação | Informações adicionais | Dados do imóvel | Atendimento |
  Ficha técnica | Resumo
`);
const TITLES = textList(
  'Ficha de cadastro | Laudo técnico | Ordem de serviço | Comprovante de matrícula | Boletim de campo',
);

/** A form with a few parts, the labels of each above the values, beside them, or before a colon. */
export const labelledForm = (random: Random): Promise<PrintedForm> =>
  formOf(random, () => PARTS[random.pick(Object.keys(PARTS) as Part[])]);

/** A form of narrow cells, in which labels and values wrap. */
export const wrappedForm = (random: Random): Promise<PrintedForm> => formOf(random, () => wrapped);

function formOf(random: Random, pickPrint: () => Print): Promise<PrintedForm> {
  const sheet = new Sheet();
  const style = styleOf(random, { least: 8 });
  const { bold } = typeface(random);
  const left = random.whole(36, 60);
  const width = sheet.size.width - 2 * left;
  sheet.caption(left, 40, random.pick(TITLES), { font: bold, size: 15 });
  let y = 74;
  const rest = random.shuffled(random.chance(0.5) ? COMMON : [...COMMON, ...RARE]);
  for (const heading of random.shuffled(HEADINGS).slice(0, random.whole(1, 3))) {
    sheet.caption(left, y, heading, { font: bold, size: 11 });
    const print = pickPrint();
    y = print({ sheet, random, style, left, width }, y + 19, rest.splice(0, random.whole(4, 9))) + 16;
  }
  return sheet.finish();
}

type Place = { sheet: Sheet; random: Random; style: ReturnType<typeof styleOf>; left: number; width: number };
type Part = keyof typeof PARTS;
type Print = (place: Place, top: number, labels: LabelledValue[]) => number;

const PARTS = {
  /** Captions above values, in rows of a few cells; some are empty. */
  grid({ sheet, random, style, left, width }, top, labels) {
    let y = top;
    const rest = [...labels];
    while (rest.length > 0) {
      const row = rest.splice(0, random.whole(1, 4)).map(made(random, 0.1));
      y = sheet.cells(left, y, width, row, style) + (style.isFramed ? 0 : 5);
    }
    return y;
  },
  colons: (place, top, labels) => inLines(place, top, labels, { leading: 1.7, sign: ':', indent: null }),
  column: (place, top, labels) =>
    inLines(place, top, labels, { leading: 1.8, sign: place.random.pick([':', ':', '']), indent: 150 }),
  twoColumns({ sheet, random, style, left, width }, top, labels) {
    const step = style.value.size * 1.8;
    let [x, y] = [left, top];
    for (const { label, make } of labels) {
      const value = make(random);
      const begin = sheet.paper.measure(`${label}: `, style.label) + 2;
      const isWide = begin + sheet.paper.measure(value.printed, style.value) > width / 2 - 12;
      if (isWide && x > left) [x, y] = [left, y + step];
      sheet.pair(label, value, [x, y + lowered(style), style.label], [x + begin, y, style.value], ':');
      [x, y] = isWide || x > left ? [left, y + step] : [left + width / 2, y];
    }
    return x > left ? y + step : y;
  },
  leaders({ sheet, random, style, left }, top, labels) {
    let y = top;
    for (const { label, make } of labels) {
      const value = make(random);
      sheet.note(label, value);
      // As many dots as have room before the value.
      let dots = '.....';
      while (sheet.paper.measure(`${label} ${dots} `, style.value) < 190) dots += '.';
      sheet.paper.text(left, y, `${label} ${dots} ${value.printed}`, style.value);
      y += style.value.size * 1.7;
    }
    return y;
  },
} satisfies Record<string, Print>;

function wrapped({ sheet, random, style, left }: Place, top: number, labels: LabelledValue[]): number {
  const [margin, leading] = [random.whole(2, 5), style.value.size * 1.2];
  const align = random.pick([0, 0.5, 1]);
  const prints = [style.label, style.value];
  const narrow = [random.whole(50, 90), random.whole(80, 150)];
  const widthOf = (text: string, at: number) => sheet.paper.measure(text, prints[at] as Type);
  const texts = labels.map(({ label, make }) => {
    const value = make(random);
    sheet.note(label, value);
    return [`${label}:`, value.printed];
  });
  const widths = narrow.map((width, at) =>
    Math.max(width, ...texts.flatMap((row) => row[at]?.split(' ').map((word) => widthOf(word, at)) ?? [])),
  );
  const rows = texts.map((row) => row.map((text, at) => sheet.paper.linesOf(text, widths[at] as number, prints[at])));
  return rows.reduce((y, row) => {
    const most = Math.max(...row.map(({ length }) => length));
    const height = most * leading + 2 * margin;
    row.forEach((lines, at) => {
      const x = left + (at === 0 ? 0 : (widths[0] as number) + 2 * margin);
      if (style.isFramed) sheet.paper.frame(x, y, (widths[at] as number) + 2 * margin, height, { line: 0.5 });
      const first = y + margin + align * (most - lines.length) * leading + (at === 0 ? lowered(style) : 0);
      lines.forEach((line, down) => sheet.paper.text(x + margin, first + down * leading, line, prints[at] as Type));
    });
    return y + height;
  }, top);
}

/** `indent`: how far values are from the left, if they do not follow their labels. */
type Lines = { leading: number; sign: string; indent: number | null };

function inLines({ sheet, random, style, left }: Place, top: number, labels: LabelledValue[], lines: Lines): number {
  const step = style.value.size * lines.leading;
  labels.forEach(({ label, make }, at) => {
    const [value, y] = [make(random), top + at * step];
    const x = left + (lines.indent ?? sheet.paper.measure(`${label}: `, style.label));
    sheet.pair(label, value, [left, y + lowered(style), style.label], [x, y, style.value], lines.sign);
  });
  return top + labels.length * step;
}

/** How much lower the top of small letters is on one baseline with larger ones. */
const lowered = ({ label, value }: Style) => (value.size - label.size) * 0.75;
