import type { Random } from '../synthetic/random.ts';
import { Sheet, typeface, type PrintedForm } from './sheet.ts';
import { textList } from '../../reader/src/text/pattern.ts';
import { wordLists } from '../templates.ts';

type Words = Record<'subjects' | 'verbs' | 'objects' | 'tails' | 'intros' | 'headings', string[]>;

const ENGLISH: Words = wordLists(`
  subjects = The proposed method | Our model | Each participant | The total number of samples | A second experiment |
  The reference value | This unit | The state of the system; verbs = improves | does not change | describes |
  was compared with | depends on | reduces; objects = the quality of the results | a known baseline |
  the period of the signal | earlier work by other groups | the order of the terms | the description of the item;
  tails = in most cases | as shown before | with a small error | for every page of the data set |
  when the date is unknown | under the same conditions; intros = There are three reasons for this |
  We use the following terms | In other words | The result is simple | Note the order of the method;
  headings = Introduction | Related work | Method | Results | Discussion | Conclusion
`);
const PORTUGUESE: Words = wordLists(`
  subjects = O método proposto | O nosso modelo | Cada participante | O valor total das amostras |
  O número de unidades | A data de referência | O estado do sistema; verbs = melhora | não altera | descreve |
  foi comparado com | depende de | reduz; objects = a qualidade dos resultados | uma base conhecida |
  o período do sinal | trabalhos de outros grupos | a ordem dos termos | a descrição do produto;
  tails = na maioria dos casos | como se mostrou acima | com pequeno erro | em cada página do conjunto |
  sob as mesmas condições; intros = Há três razões para isso | Usamos os seguintes termos | Em outras palavras |
  O resultado é simples | Note-se a ordem do método; headings = Introdução | Trabalhos relacionados | Método |
  Resultados | Discussão | Conclusão
`);

function sentence(random: Random, { subjects, verbs, objects, tails, intros }: Words): string {
  const plain = `${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)}`;
  const lower = (text: string) => text[0]?.toLowerCase() + text.slice(1);
  const share = `${random.whole(10, 99)} of ${random.whole(100, 999)}`;
  return random.pick([
    `${plain} ${random.pick(tails)}.`,
    `${plain}.`,
    `${random.pick(intros)}: ${lower(plain)} ${random.pick(tails)}.`,
    `${plain} – ${random.pick(tails)} – and ${lower(random.pick(objects))}.`,
    `${plain}; ${lower(random.pick(subjects))} ${random.pick(verbs)} ${random.pick(objects)}: ${share}.`,
    `${plain} (see ${random.whole(1, 9)}.${random.whole(1, 9)}), ${random.pick(tails)}.`,
  ]);
}

const CODE = [
  ['def total(items):', '    value = 0', '    for item in items:', '        value += item.price', '    return value'],
  ['type Order = {', '  number: string;', '  date: Date;', "  status: 'open' | 'paid';", '};'],
  ['server:', '  port: 8080', '  name: example', '  tags: [a, b]', 'database:', '  url: localhost'],
  ['{', '  "name": "sample",', '  "total": 12.50,', '  "items": [1, 2, 3]', '}'],
  ['case Status.Open:', '  return print("open")', 'default:', '  throw new Error("Unknown: " + status)'],
];
const BOXES = textList(`
  Input | Encoder | Decoder | Output | Name | Number of layers | State | Total | Loss | Server | Client | Order |
  Unit | x1 | 512 | 3 × 3 | Method A
`);

/** Running text in one or two columns, with code and a diagram. Nothing in it is a label with a value. */
export function article(random: Random): Promise<PrintedForm> {
  const sheet = new Sheet();
  const words = random.pick([ENGLISH, PORTUGUESE]);
  const { plain, bold } = typeface(random);
  const size = random.pick([8.5, 9.5, 10.5]);
  const columns = random.pick([1, 2, 2]);
  const [left, gap] = [random.whole(45, 65), 22];
  const width = (sheet.size.width - 2 * left - (columns - 1) * gap) / columns;
  const narrow = random.chance(0.5) && columns === 2;
  sheet.paper.text(left, 44, `${random.pick(words.objects)} – ${random.pick(words.intros)}`, { font: bold, size: 15 });
  for (let column = 0; column < columns; column++) {
    const x = left + column * (width + gap);
    let y = 84;
    while (y < 700) {
      if (random.chance(0.35)) {
        sheet.caption(x, y, `${random.whole(1, 6)} ${random.pick(words.headings)}`, { font: bold, size: size + 1.5 });
        y += size * 2;
      }
      const text = Array.from({ length: random.whole(3, 7) }, () => sentence(random, words)).join(' ');
      const kind = random.next();
      const print = { font: plain, size, leading: 1.25, indent: random.pick([0, 12]) };
      y = sheet.paper.paragraph(x, y, narrow ? width - 10 : width, text, print) + size * 0.6;
      if (kind < 0.3) y = code(sheet, random, x, y, size);
      else if (kind < 0.5) y = diagram(sheet, random, { x, y, width, font: plain, size: size - 1.5 });
    }
  }
  return sheet.finish();
}

function code(sheet: Sheet, random: Random, x: number, top: number, size: number): number {
  let y = top + 4;
  for (const line of random.pick(CODE)) {
    const indent = (line.length - line.trimStart().length) * size * 0.55;
    sheet.paper.text(x + 6 + indent, y, line.trim(), { font: 'courier', size: size - 1 });
    y += size * 1.2;
  }
  return y + 6;
}

type Place = { x: number; y: number; width: number; font: string; size: number };

function diagram(sheet: Sheet, random: Random, { x, y, width, font, size }: Place): number {
  const [across, down] = [random.whole(2, 3), random.whole(2, 3)];
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      if (random.chance(0.25)) continue;
      const place = { x: x + (column * width) / across + 4, y: y + 6 + row * 34 };
      if (random.chance(0.7)) sheet.paper.frame(place.x, place.y, width / across - 14, 24);
      const texts = Array.from({ length: random.whole(1, 2) }, () => random.pick(BOXES));
      const middle = place.x + width / across / 2 - 7;
      sheet.paper.lines(middle, place.y + 2, size * 1.2, texts, { font, size, align: 'centre' });
      sheet.captions.push(...texts);
    }
  return y + 14 + down * 34;
}
