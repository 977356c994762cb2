import PDFDocument from 'pdfkit';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';

/** Pages of many layouts made by chance, with what is on them. Widths are those of Helvetica. */
export type Truth = {
  fields: [label: string, value: string][];
  headings: string[];
  tables: { headers: string[]; rows: (string | null)[][] }[];
};
export type RandomPage = { items: TextItem[]; truth: Truth; shapes: string[] };
export type Chance = () => number;

const WIDTH = 595;
const MARGIN = 48;
const metrics = new PDFDocument({ size: 'A4' });

export function chance(seed: number): Chance {
  let state = seed * 2654435761 + 97;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Print = { size: number; bold?: boolean };

function widthOf(text: string, { size, bold = false }: Print): number {
  return metrics
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .widthOfString(text);
}

const pick = <T>(by: Chance, list: readonly T[]): T => list[Math.floor(by() * list.length)] as T;
const shuffled = <T>(by: Chance, list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, at: by() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
const digits = (by: Chance, count: number) => Array.from({ length: count }, () => Math.floor(by() * 10)).join('');

const FIRST = ['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fábio', 'Gláucia', 'Heitor', 'Íris', 'João'];
const LAST = ['Exemplo', 'Modelo', 'Amostra', 'Teste', 'Fictício', 'Padrão', 'Conceição', 'Araújo'];
const person = (by: Chance) =>
  `${pick(by, FIRST)} ${pick(by, LAST)} ${pick(by, ['da Silva', 'Nunes', 'de Souza', 'Lima'])}`;
const company = (by: Chance) =>
  `${pick(by, ['Oficina', 'Padaria', 'Transportes', 'Clínica', 'Editora'])} ${pick(by, LAST)} ` +
  `${pick(by, ['Ltda', 'ME', 'S/A', 'EIRELI'])}`;
const date = (by: Chance) =>
  `${String(1 + Math.floor(by() * 28)).padStart(2, '0')}/${String(1 + Math.floor(by() * 12)).padStart(2, '0')}/` +
  `20${10 + Math.floor(by() * 16)}`;
const amount = (by: Chance) => `${pick(by, ['', '1.', '23.'])}${100 + Math.floor(by() * 900)},${digits(by, 2)}`;
const money = (by: Chance) => `R$ ${amount(by)}`;
const cpf = (by: Chance) => `${digits(by, 3)}.${digits(by, 3)}.${digits(by, 3)}-${digits(by, 2)}`;
const cnpj = (by: Chance) => `${digits(by, 2)}.${digits(by, 3)}.${digits(by, 3)}/0001-${digits(by, 2)}`;
const street = (by: Chance) =>
  `${pick(by, ['Rua', 'Avenida', 'Travessa'])} ` +
  `${pick(by, ['das Palmeiras', 'do Modelo', 'Sete de Abril', 'das Amostras'])}, ${1 + Math.floor(by() * 999)}`;

/** Labels any form may have, and labels of a single trade that no list of words knows. */
const KNOWN: [string, (by: Chance) => string][] = [
  ['Nome', person],
  ['Razão social', company],
  ['CPF', cpf],
  ['CNPJ', cnpj],
  ['Data de emissão', date],
  ['Data de vencimento', date],
  ['Endereço', street],
  ['Bairro', (by) => pick(by, ['Centro', 'Vila Exemplo', 'Jardim Modelo'])],
  ['Município', (by) => pick(by, ['Campinas', 'São Paulo', 'Recife'])],
  ['UF', (by) => pick(by, ['SP', 'PR', 'PE'])],
  ['CEP', (by) => `${digits(by, 5)}-${digits(by, 3)}`],
  ['Telefone', (by) => `(11) 3${digits(by, 3)}-${digits(by, 4)}`],
  ['E-mail', (by) => `contato${digits(by, 2)}@example.com`],
  ['Valor total', money],
  ['Número do pedido', (by) => digits(by, 6)],
  ['Inscrição estadual', (by) => digits(by, 9)],
  ['Forma de pagamento', (by) => pick(by, ['Boleto', 'Pix', 'Cartão de crédito'])],
  ['Agência', (by) => `${digits(by, 4)}-${digits(by, 1)}`],
  ['Conta', (by) => `${digits(by, 5)}-${digits(by, 1)}`],
  ['Estado civil', (by) => pick(by, ['Casado', 'Solteira'])],
  ['Profissão', (by) => pick(by, ['Arquiteta', 'Médico'])],
  ['Período', (by) => `${date(by)} a ${date(by)}`],
  ['Cliente', company],
  ['Observações', (by) => pick(by, ['Entregar pela manhã', 'Sem ressalvas'])],
  ['Código', (by) => `A-${digits(by, 4)}`],
];
const RARE: [string, (by: Chance) => string][] = [
  ['Turma', (by) => `${digits(by, 1)}º B`],
  ['Chassi', (by) => `9BW${digits(by, 3)}ZX${digits(by, 6)}`],
  ['Cor predominante', (by) => pick(by, ['Prata', 'Azul'])],
  ['Quilometragem', (by) => digits(by, 5)],
  ['Médico solicitante', person],
  ['Convênio', (by) => pick(by, ['Saúde Amostra', 'Particular'])],
  ['Lote', (by) => `L${digits(by, 4)}`],
  ['Potência instalada', (by) => `${digits(by, 2)} kW`],
  ['Leitura anterior', (by) => digits(by, 5)],
  ['Leitura atual', (by) => digits(by, 5)],
  ['Grau de risco', (by) => pick(by, ['Baixo', 'Médio'])],
  ['Supervisor', person],
  ['Centro de custo', (by) => `CC-${digits(by, 3)}`],
  ['Carga horária', (by) => `${digits(by, 2)} h`],
  ['Coordenadas', (by) => `-23,${digits(by, 4)}`],
  ['Garantia', (by) => `${1 + Math.floor(by() * 9)} meses`],
];

type Draw = { by: Chance; items: TextItem[]; truth: Truth; y: number; body: number };

function put(
  { items }: Draw,
  x: number,
  y: number,
  text: string,
  print: Print,
  align: 'left' | 'right' | 'center' = 'left',
): number {
  const width = widthOf(text, print);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  items.push({ text, x: left, y, width, size: print.size, bold: print.bold ?? false });
  return left + width;
}

function someFields(draw: Draw, count: number, rare: boolean, used: Set<string>): [string, string][] {
  const pool = shuffled(draw.by, [...(rare ? RARE : []), ...KNOWN])
    .filter(([label]) => !used.has(label))
    .slice(0, count);
  pool.forEach(([label]) => used.add(label));
  return pool.map(([label, value]) => [label, value(draw.by)]);
}

const shout = (fields: [string, string][]): [string, string][] =>
  fields.map(([label, value]) => [label.toUpperCase(), value]);

type Shape = (draw: Draw, used: Set<string>) => void;

const pitchOf = ({ by, body }: Draw) => body * (1.35 + 0.5 * by());

/** One under the other; how label and value are set apart is up to `row`. */
function listOf(draw: Draw, fields: [string, string][], row: (label: string, value: string, y: number) => void): void {
  const pitch = pitchOf(draw);
  for (const [label, value] of fields) {
    row(label, value, draw.y);
    draw.truth.fields.push([label, value]);
    draw.y += pitch;
  }
}

const some = (by: Chance, least: number, most: number) => least + Math.floor(by() * (most - least + 1));

const shapes: Record<string, Shape> = {
  colon(draw, used) {
    listOf(draw, someFields(draw, some(draw.by, 2, 7), true, used), (label, value, y) =>
      put(draw, MARGIN, y, `${label}: ${value}`, { size: draw.body }),
    );
  },
  colonTwoUp(draw, used) {
    const fields = someFields(draw, 6, true, used);
    const pitch = pitchOf(draw);
    for (let at = 0; at < fields.length; at += 2) {
      fields
        .slice(at, at + 2)
        .forEach(([label, value], column) =>
          put(draw, MARGIN + column * 260, draw.y, `${label}: ${value}`, { size: draw.body }),
        );
      draw.y += pitch;
    }
    draw.truth.fields.push(...fields);
  },
  colonOneLine(draw, used) {
    const gap = pick(draw.by, ['  ', '   ', ' ', ' - ', ' | ']);
    const fields = someFields(draw, 30, false, used)
      .filter(([, value]) => value.length < 16)
      .slice(0, 3);
    put(draw, MARGIN, draw.y, fields.map(([label, value]) => `${label}: ${value}`).join(gap), { size: draw.body });
    draw.truth.fields.push(...fields);
    draw.y += pitchOf(draw);
  },
  colonColumn(draw, used) {
    const fields = someFields(draw, some(draw.by, 3, 7), true, used);
    listOf(draw, fields, (label, value, y) => {
      put(draw, MARGIN, y, `${label}:`, { size: draw.body });
      put(draw, MARGIN + 150, y, value, { size: draw.body });
    });
  },
  boldColumn(draw, used) {
    listOf(draw, someFields(draw, some(draw.by, 3, 7), true, used), (label, value, y) => {
      put(draw, MARGIN, y, label, { size: draw.body, bold: true });
      put(draw, MARGIN + 140, y, value, { size: draw.body });
    });
  },
  boldInline(draw, used) {
    listOf(draw, someFields(draw, some(draw.by, 2, 6), true, used), (label, value, y) => {
      const end = put(draw, MARGIN, y, label, { size: draw.body, bold: true });
      put(draw, end + draw.body * 0.8, y, value, { size: draw.body });
    });
  },
  boldValueInline(draw, used) {
    listOf(draw, someFields(draw, some(draw.by, 2, 6), true, used), (label, value, y) => {
      const end = put(draw, MARGIN, y, `${label}:`, { size: draw.body });
      put(draw, end + draw.body * 0.28, y, value, { size: draw.body, bold: true });
    });
  },
  plainColumn(draw, used) {
    const caps = draw.by() < 0.4;
    const fields = someFields(draw, some(draw.by, 4, 8), true, used);
    listOf(draw, caps ? shout(fields) : fields, (label, value, y) => {
      put(draw, MARGIN, y, label, { size: draw.body });
      put(draw, MARGIN + 170, y, value, { size: draw.body });
    });
  },
  plainColumnTwice(draw, used) {
    const fields = someFields(draw, 8, true, used);
    const pitch = pitchOf(draw);
    for (let at = 0; at < fields.length; at += 2) {
      fields.slice(at, at + 2).forEach(([label, value], column) => {
        put(draw, MARGIN + column * 260, draw.y, label, { size: draw.body });
        put(draw, MARGIN + column * 260 + 110, draw.y, value, { size: draw.body });
      });
      draw.y += pitch;
    }
    draw.truth.fields.push(...fields);
  },
  leaders(draw) {
    const fields = shuffled(draw.by, ['Subtotal', 'Desconto', 'Frete', 'Total a pagar', 'Taxa de serviço'])
      .slice(0, 4)
      .map((label) => [label, amount(draw.by)] as [string, string]);
    listOf(draw, fields, (label, value, y) => {
      const print = { size: draw.body };
      const room = 320 - widthOf(label, print) - widthOf(value, print);
      put(
        draw,
        MARGIN,
        y,
        `${label} ${'.'.repeat(Math.max(4, Math.floor(room / widthOf('.', print))))} ${value}`,
        print,
      );
    });
  },
  totalsRight(draw) {
    const fields = shuffled(draw.by, ['Subtotal', 'Desconto', 'Frete', 'Total', 'Impostos'])
      .slice(0, 3)
      .map((label) => [label, money(draw.by)] as [string, string]);
    listOf(draw, fields, (label, value, y) => {
      put(draw, 380, y, label, { size: draw.body });
      put(draw, WIDTH - MARGIN, y, value, { size: draw.body }, 'right');
    });
  },
  wrapped(draw, used) {
    const fields = someFields(draw, 3, true, used);
    const style = pick(draw.by, ['bold', 'colon'] as const);
    const long: [string, string][] = [
      ...fields.slice(0, 2),
      ['Endereço de entrega', `${street(draw.by)}, bloco B, apartamento 12, Centro, Campinas - SP`],
      ...fields.slice(2),
    ];
    for (const [label, value] of long) {
      put(draw, MARGIN, draw.y, style === 'bold' ? label : `${label}:`, { size: draw.body, bold: style === 'bold' });
      const words = value.split(' ');
      const pieces = value.length > 40 ? [words.slice(0, 5).join(' '), words.slice(5).join(' ')] : [value];
      pieces.forEach((piece, index) =>
        put(draw, MARGIN + 140, draw.y + index * draw.body * 1.2, piece, { size: draw.body }),
      );
      draw.y += pitchOf(draw) + (pieces.length - 1) * draw.body * 1.2;
      draw.truth.fields.push([label, value]);
    }
  },
  aboveSmall: (draw, used) => above(draw, used, { size: draw.body * 0.7 }, { size: draw.body }, false),
  aboveSmallCaps: (draw, used) => above(draw, used, { size: draw.body * 0.65 }, { size: draw.body }, true),
  aboveBold: (draw, used) => above(draw, used, { size: draw.body, bold: true }, { size: draw.body }, draw.by() < 0.5),
  aboveBoldValue: (draw, used) => above(draw, used, { size: draw.body * 0.85 }, { size: draw.body, bold: true }, false),
  abovePlain: (draw, used) => above(draw, used, { size: draw.body }, { size: draw.body }, false),
  abovePlainCaps: (draw, used) => above(draw, used, { size: draw.body }, { size: draw.body }, true),
  boxes(draw, used) {
    const align = pick(draw.by, ['left', 'right', 'center'] as const);
    const labelPrint = { size: draw.body * 0.62 };
    for (let row = 0; row < 3; row++) {
      const fields = shout(someFields(draw, 3, true, used));
      const edges = [MARGIN, MARGIN + 170 + 20 * draw.by(), MARGIN + 350 + 20 * draw.by(), WIDTH - MARGIN];
      fields.forEach(([label, value], cell) => {
        const [left, right] = [edges[cell] as number, edges[cell + 1] as number];
        put(draw, left + 3, draw.y, label, labelPrint);
        const x = align === 'left' ? left + 3 : align === 'right' ? right - 3 : (left + right) / 2;
        put(draw, x, draw.y + draw.body * 1.1, value, { size: draw.body }, align);
      });
      draw.truth.fields.push(...fields);
      draw.y += draw.body * 2.3;
    }
  },
  table: (draw) => table(draw, { header: 'bold' }),
  tablePlain: (draw) => table(draw, { header: 'plain' }),
  tableCaps: (draw) => table(draw, { header: 'caps' }),
  tableOfPeople(draw) {
    const columns = [{ x: MARGIN }, { x: MARGIN + 200 }, { x: MARGIN + 330 }];
    const rows = Array.from({ length: some(draw.by, 2, 5) }, () => [person(draw.by), cpf(draw.by), date(draw.by)]);
    drawTable(draw, ['Nome', 'CPF', 'Nascimento'], rows, columns, { size: draw.body, bold: draw.by() < 0.5 });
  },
  tableTwoLineHeader(draw) {
    const columns = [
      { x: MARGIN },
      { x: MARGIN + 260, right: true },
      { x: MARGIN + 360, right: true },
      { x: WIDTH - MARGIN, right: true },
    ];
    const print = { size: draw.body, bold: true };
    const top = ['', '', 'Valor', 'Valor'];
    const bottom = ['Descrição', 'Quantidade', 'unitário', 'total'];
    columns.forEach(
      ({ x, right }, index) => top[index] && put(draw, x, draw.y, top[index], print, right ? 'right' : 'left'),
    );
    columns.forEach(({ x, right }, index) =>
      put(draw, x, draw.y + draw.body * 1.15, bottom[index] as string, print, right ? 'right' : 'left'),
    );
    draw.y += draw.body * 2.7;
    const rows = Array.from({ length: some(draw.by, 2, 4) }, () => [
      pick(draw.by, ['Parafuso', 'Correia dentada', 'Óleo']),
      digits(draw.by, 1),
      amount(draw.by),
      amount(draw.by),
    ]);
    tableRows(draw, rows, columns, pitchOf(draw));
    draw.truth.tables.push({ headers: ['Descrição', 'Quantidade', 'Valor unitário', 'Valor total'], rows });
  },
  tableWrappedCells(draw) {
    const columns = [
      { x: MARGIN },
      { x: MARGIN + 60 },
      { x: MARGIN + 330, right: true },
      { x: WIDTH - MARGIN, right: true },
    ];
    const print = { size: draw.body, bold: draw.by() < 0.5 };
    headerOf(draw, ['Item', 'Descrição', 'Qtde', 'Valor'], columns, print);
    const rows: string[][] = [];
    for (let row = 1; row <= 3; row++) {
      const long = draw.by() < 0.6;
      const cells = [String(row), 'Manutenção preventiva', digits(draw.by, 1), amount(draw.by)];
      columns.forEach(({ x, right }, index) =>
        put(draw, x, draw.y, cells[index] as string, { size: draw.body }, right ? 'right' : 'left'),
      );
      if (long) put(draw, MARGIN + 60, (draw.y += draw.body * 1.15), 'com troca de filtros', { size: draw.body });
      if (long) cells[1] += ' com troca de filtros';
      rows.push(cells);
      draw.y += draw.body * 1.9;
    }
    draw.truth.tables.push({ headers: ['Item', 'Descrição', 'Qtde', 'Valor'], rows });
  },
  prose(draw) {
    const text = pick(draw.by, [
      'Informamos que o documento acima foi emitido conforme as condições gerais combinadas entre as partes e ' +
        'que eventuais diferenças devem ser comunicadas em até sete dias: depois desse prazo, os valores são ' +
        'tidos como aceitos.',
      'As partes têm entre si justo e contratado o que segue: o fornecimento mensal de materiais, nas ' +
        'quantidades que forem pedidas, ao preço da tabela em vigor na data do pedido, com entrega no endereço do ' +
        'comprador.',
      'Atenção: o pagamento depois do vencimento está sujeito a multa e juros. Dúvidas podem ser esclarecidas ' +
        'pelo telefone indicado no verso ou por mensagem ao setor responsável, nos dias úteis.',
    ]);
    paragraph(draw, text, draw.by() < 0.4);
  },
};

function above(draw: Draw, used: Set<string>, labelPrint: Print, valuePrint: Print, caps: boolean): void {
  const columns = some(draw.by, 1, 3);
  const rareToo = Boolean(labelPrint.bold) || labelPrint.size < valuePrint.size;
  const gap = Math.max(labelPrint.size, valuePrint.size) * (1.1 + 0.25 * draw.by());
  for (let row = 0; row < some(draw.by, 2, 3); row++) {
    const fields = someFields(draw, columns, rareToo, used);
    (caps ? shout(fields) : fields).forEach(([label, value], column) => {
      const x = MARGIN + column * (500 / columns);
      put(draw, x, draw.y, label, labelPrint);
      put(draw, x, draw.y + gap, value, valuePrint);
      draw.truth.fields.push([label, value]);
    });
    draw.y += gap + valuePrint.size * (1.6 + 0.4 * draw.by());
  }
}

type Column = { x: number; right?: boolean };

function headerOf(draw: Draw, headers: string[], columns: Column[], print: Print): void {
  columns.forEach(({ x, right }, index) =>
    put(draw, x, draw.y, headers[index] as string, print, right ? 'right' : 'left'),
  );
  draw.y += draw.body * 1.6;
}

function tableRows(draw: Draw, rows: (string | null)[][], columns: Column[], pitch: number): void {
  for (const row of rows) {
    columns.forEach(
      ({ x, right }, index) =>
        row[index] && put(draw, x, draw.y, row[index], { size: draw.body }, right ? 'right' : 'left'),
    );
    draw.y += pitch;
  }
}

function drawTable(draw: Draw, headers: string[], rows: (string | null)[][], columns: Column[], print: Print): void {
  headerOf(draw, headers, columns, print);
  tableRows(draw, rows, columns, pitchOf(draw));
  draw.truth.tables.push({ headers, rows });
}

function table(draw: Draw, { header }: { header: 'bold' | 'plain' | 'caps' }): void {
  const { by } = draw;
  const kinds = shuffled(by, [0, 1, 2]).slice(0, 1)[0];
  const plan = [
    {
      headers: ['Data', 'Histórico', 'Débito', 'Crédito', 'Saldo'],
      columns: [
        { x: MARGIN },
        { x: MARGIN + 80 },
        { x: MARGIN + 320, right: true },
        { x: MARGIN + 410, right: true },
        { x: WIDTH - MARGIN, right: true },
      ],
      row: () => {
        const debit = by() < 0.5;
        return [
          date(by),
          pick(by, ['Pagamento de boleto', 'Transferência', 'Tarifa mensal']),
          debit ? amount(by) : null,
          debit ? null : amount(by),
          by() < 0.7 ? amount(by) : null,
        ];
      },
    },
    {
      headers: ['Produto', 'Qtde', 'Preço', 'Total'],
      columns: [
        { x: MARGIN },
        { x: MARGIN + 230, right: true },
        { x: MARGIN + 340, right: true },
        { x: WIDTH - MARGIN, right: true },
      ],
      row: () => [
        pick(by, ['Caneta azul', 'Caderno', 'Papel A4', 'Grampeador de mesa']),
        digits(by, 2),
        by() < 0.2 ? null : amount(by),
        amount(by),
      ],
    },
    {
      headers: ['Disciplina', 'Nota', 'Faltas', 'Situação'],
      columns: [{ x: MARGIN }, { x: MARGIN + 200 }, { x: MARGIN + 280 }, { x: MARGIN + 360 }],
      row: () => [
        pick(by, ['Matemática', 'História', 'Português']),
        `${digits(by, 1)},${digits(by, 1)}`,
        digits(by, 1),
        pick(by, ['Aprovado', 'Cursando']),
      ],
    },
  ][kinds as number] as { headers: string[]; columns: Column[]; row: () => (string | null)[] };
  const headers = header === 'caps' ? plan.headers.map((text) => text.toUpperCase()) : plan.headers;
  drawTable(draw, headers, Array.from({ length: some(by, 3, 6) }, plan.row), plan.columns, {
    size: draw.body,
    bold: header === 'bold',
  });
}

function paragraph(draw: Draw, text: string, justified: boolean): void {
  const print = { size: draw.body };
  const room = WIDTH - 2 * MARGIN;
  const lines: string[][] = [[]];
  for (const word of text.split(' ')) {
    if (widthOf([...(lines.at(-1) as string[]), word].join(' '), print) > room) lines.push([]);
    lines.at(-1)?.push(word);
  }
  lines.forEach((words, index) => {
    if (!justified || index === lines.length - 1) put(draw, MARGIN, draw.y, words.join(' '), print);
    else {
      const gap = (room - widthOf(words.join(''), print)) / Math.max(1, words.length - 1);
      words.reduce((x, word) => put(draw, x, draw.y, word, print) + gap, MARGIN);
    }
    draw.y += draw.body * 1.3;
  });
}

const HEADINGS = [
  'Dados do cliente',
  'Informações gerais',
  'Condições de entrega',
  'Resumo da compra',
  'Histórico de consumo',
  'Identificação do veículo',
  'Valores',
];
type HeadingStyle = 'bold' | 'caps' | 'boldCaps' | 'large' | 'numbered' | 'centred' | 'none';

function heading(draw: Draw, style: HeadingStyle, text: string, number: number): void {
  if (style === 'none') return void (draw.y += draw.body);
  const shown =
    style === 'caps' || style === 'boldCaps' || style === 'centred'
      ? text.toUpperCase()
      : style === 'numbered'
        ? `${number}. ${text.toUpperCase()}`
        : text;
  const print = {
    size: style === 'large' ? draw.body * 1.3 : draw.body,
    bold: style === 'bold' || style === 'boldCaps',
  };
  draw.y += draw.body * 0.9;
  put(draw, style === 'centred' ? WIDTH / 2 : MARGIN, draw.y, shown, print, style === 'centred' ? 'center' : 'left');
  draw.truth.headings.push(shown);
  draw.y += draw.body * 1.9;
}

const shapeNames = Object.keys(shapes);

export function randomPage(seed: number, only?: string): RandomPage {
  const by = chance(seed);
  const body = pick(by, [8, 9, 10, 11, 12]);
  const draw: Draw = { by, items: [], truth: { fields: [], headings: [], tables: [] }, y: 60, body };
  const style = pick(by, ['bold', 'caps', 'boldCaps', 'large', 'numbered', 'centred', 'none'] as const);
  const used = new Set<string>();
  if (by() < 0.6)
    put(
      draw,
      by() < 0.5 ? MARGIN : WIDTH / 2 - 80,
      draw.y,
      pick(by, ['Ordem de serviço', 'FICHA CADASTRAL', 'Pedido de compra']),
      { size: body * 1.6, bold: by() < 0.7 },
    );
  draw.y += body * 2.4;
  const chosen = only ? [only, pick(by, shapeNames), only] : shuffled(by, shapeNames).slice(0, some(by, 2, 4));
  const titles = shuffled(by, HEADINGS);
  chosen.forEach((name, index) => {
    heading(draw, style, titles[index] as string, index + 1);
    shapes[name]?.(draw, used);
    draw.y += body * 0.8;
  });
  return { items: draw.items, truth: draw.truth, shapes: chosen };
}

/** As an OCR engine gives it: pixels, a slope, sizes and baselines that tremble, no bold. */
export function asRecognised(items: TextItem[], by: Chance): TextItem[] {
  const scale = 1.5 + 3 * by();
  const slope = (by() - 0.5) * 0.012;
  const bend = (by() - 0.5) * 8;
  const wobble = new Map<number, number>();
  return items.flatMap(({ text, x, y, width, size }) => {
    const stretch = wobble.get(Math.round(y)) ?? 0.94 + 0.12 * by();
    wobble.set(Math.round(y), stretch);
    const baseline = (at: number) =>
      scale * (y + slope * at + bend * (at / WIDTH) * (1 - at / WIDTH)) + (by() - 0.5) * 0.08 * size * scale;
    return [...text.matchAll(/\S+(?: \S+)*/g)].map(([piece], index, all) => {
      const from = all.slice(0, index).reduce((sum, [before]) => sum + before.length + 2, 0);
      const left = x + (width * from) / text.length;
      const wide = (width * piece.length) / text.length;
      return {
        text: piece,
        x: scale * left,
        y: baseline(left + wide / 2),
        width: scale * wide,
        size: size * scale * stretch,
        bold: false,
        confidence: 0.85 + 0.14 * by(),
      };
    });
  });
}
