// One cent too many or too few is always found, and nothing that adds up is called wrong, however amounts are written.
import fc from '../../support/generated.ts';
import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { openedForAllTests } from '../../support/opened.ts';
import { contentItem, field, table } from '../../support/samples.ts';
import { startServer } from '../../support/server.ts';

const server = openedForAllTests(() => startServer());

const grouped = (whole: string, mark: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, mark);

/** An amount without its sign, in the notations of several countries. */
const WRITTEN: Array<(whole: string, cents: string) => string> = [
  (whole, cents) => `${whole}.${cents}`,
  (whole, cents) => `${whole},${cents}`,
  (whole, cents) => `${grouped(whole, '.')},${cents}`,
  (whole, cents) => `${grouped(whole, ',')}.${cents}`,
  (whole, cents) => `${grouped(whole, ' ')},${cents}`,
  (whole, cents) => `R$ ${grouped(whole, '.')},${cents}`,
  (whole, cents) => `${grouped(whole, "'")}.${cents} CHF`,
];
const SIGNED: Array<(text: string) => string> = [(text) => `-${text}`, (text) => `(${text})`, (text) => `${text}-`];

const notation = fc.record({ written: fc.constantFrom(...WRITTEN), signed: fc.constantFrom(...SIGNED) });
type Notation = typeof notation extends fc.Arbitrary<infer N> ? N : never;

function write(cents: bigint, { written, signed }: Notation): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  const text = written(digits.slice(0, -2), digits.slice(-2));
  return cents < 0n ? signed(text) : text;
}

const cents = fc.oneof(fc.bigInt(-100_000n, 100_000n), fc.bigInt(-(10n ** 17n), 10n ** 17n));
const amount = fc.record({ cents, notation });

const document = fc
  .record({
    lines: fc.array(amount, { minLength: 1, maxLength: 5 }),
    freight: amount,
    tax: amount,
    totalIn: notation,
    error: fc.constantFrom(0n, 0n, 1n, -1n),
  })
  .map(({ lines, freight, tax, totalIn, error }) => {
    const right = lines.reduce((sum, line) => sum + line.cents, 0n) + freight.cents - tax.cents;
    const text = (one: { cents: bigint; notation: Notation }) => write(one.cents, one.notation);
    return {
      isWrong: error !== 0n,
      item: contentItem({
        fields: [
          field('frete', text(freight)),
          field('imposto', text(tax)),
          field('total', write(right + error, totalIn)),
        ],
        tables: [
          table(
            'itens',
            ['valor'],
            lines.map((line) => [text(line)]),
          ),
        ],
      }),
    };
  });

const part = [{ name: 'itens.valor' }, { name: 'frete', sign: 'plus' }, { name: 'imposto', sign: 'minus' }];
const parameters: INodeParameters = {
  source: 'url',
  fileUrl: 'https://example.com/a.pdf',
  options: { sums: { sum: [{ total: 'total', parts: { part } }] }, maxResponseSize: 1000 },
};

test('a difference of one cent is always found, and none where there is none', async () => {
  const documents = fc.array(document, { minLength: 100, maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(documents, async (all) => {
      server.respond(() => ({ json: envelope(all.map(({ item }) => item)) }));
      const { items, error } = await runOperation(server, 'document.extractContent', parameters);
      expect(error).toBeUndefined();
      const found = items.map(({ json }) => [(json['invalid'] as unknown[]).length, json['notChecked']]);
      expect(found).toEqual(all.map(({ isWrong }) => [isWrong ? 1 : 0, []]));
    }),
    { numRuns: Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 10_000) / 100) },
  );
});
