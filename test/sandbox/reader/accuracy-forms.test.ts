import { describe, expect, test } from '@jest/globals';
import { compareForm } from '../../../sandbox/accuracy/forms/comparison.ts';
import { FORMS, printForm, type FormSort } from '../../../sandbox/accuracy/forms/forms.ts';
import { forms } from '../../../sandbox/accuracy/forms/suite.ts';
import { asPrinted, Sheet } from '../../../sandbox/accuracy/forms/sheet.ts';
import { countOutcomes } from '../../../sandbox/accuracy/metrics/fields.ts';

const SORTS = Object.keys(FORMS) as FormSort[];
const field = (name: string, value: string, score = 0.95) => ({ name, value, score });

/** A sheet with two values, one of which has a label that may be missed. */
async function sheet() {
  const printed = new Sheet();
  printed.note('Total', { printed: '1.234,50', value: '1234.50' });
  printed.note('Note', asPrinted('Fragile'), { optional: true });
  return printed.finish();
}

describe('documents of unknown kinds', () => {
  test.each(SORTS)('%s: a seed prints the same document again, another one another', async (sort) => {
    const [one, again, other] = await Promise.all(['a', 'a', 'b'].map((seed) => printForm(sort, seed)));
    expect(again?.pdf.equals(one?.pdf ?? Buffer.alloc(0))).toBe(true);
    expect(other?.pdf.equals(one?.pdf ?? Buffer.alloc(0))).toBe(false);
  });
});

describe('a comparison with what is on a document', () => {
  const outcomes = async (...read: ReturnType<typeof field>[]) =>
    compareForm(await sheet(), read).map(({ name, outcome }) => `${name} ${outcome}`);

  test('takes a value as it is printed, or as the service returns it', async () => {
    expect(await outcomes(field('total', '1234.50'))).toEqual(['total exact']);
    expect(await outcomes(field('total', '1.234,50'))).toEqual(['total exact']);
  });

  test('misses only what must be read', async () => {
    expect(await outcomes()).toEqual(['total missing']);
  });

  test('calls a label a label, whatever it was read as, and what is not there wrong', async () => {
    expect(await outcomes(field('total', 'Note'))).toEqual(['total label']);
    expect(await outcomes(field('total', '1234.50'), field('fragile', 'Total'), field('sum', '9'))).toEqual([
      'total exact',
      'fragile label',
      'sum wrong',
    ]);
  });

  test('counts what is wrong and sure', async () => {
    const fields = compareForm(await sheet(), [field('total', '1234.56', 0.85), field('sum', '9', 0.9)]);
    const results = [{ name: 'form a 1', groups: ['form'], seconds: 0.1, fields }];
    expect(countOutcomes(fields)).toEqual({ values: 1, exact: 0, wrong: 2, missing: 0, labels: 0, sure: 1 });
    expect(forms.details(results)).toEqual([
      'form a 1: total WRONG "1234.56" (0.85), is "1234.50"',
      'form a 1: sum WRONG "9" (0.9), is not there',
    ]);
    const [, before, now, reached] = forms.goals(results)[0] ?? [];
    expect([before, now, reached]).toEqual([
      '0 wrong, 0 labels of 3867',
      '1 wrong at ≥ 0.9, 0 labels, of 1 values',
      'no',
    ]);
  });
});
