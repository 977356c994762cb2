import { isLinear, kilobytes, median, megabytes, ratio, time, unitCosts } from '../bench/figures.ts';
import { table } from '../bench/table.ts';

describe('the figures of the bench', () => {
  test('a median is the middle one, or the mean of the two in the middle', () => {
    expect([median([9, 1, 5]), median([4, 1, 2, 9]), median([7])]).toEqual([5, 3, 7]);
  });

  test('the cost of a unit is a multiple of that of the first size', () => {
    expect(
      unitCosts([
        { times: 1, milliseconds: 100 },
        { times: 3, milliseconds: 450 },
        { times: 10, milliseconds: 900 },
      ]),
    ).toEqual([1, 1.5, 0.9]);
    expect(unitCosts([])).toEqual([]);
  });

  test('work that costs twice as much a unit is not linear, work that costs less is', () => {
    expect(
      isLinear([
        { times: 1, milliseconds: 100 },
        { times: 10, milliseconds: 2000 },
      ]),
    ).toBe(false);
    expect(
      isLinear([
        { times: 1, milliseconds: 100 },
        { times: 10, milliseconds: 700 },
      ]),
    ).toBe(true);
  });

  test('a figure stands in the unit people read it in', () => {
    expect([
      time(0.4312),
      time(420.4),
      time(5260),
      megabytes(61_400_000),
      kilobytes(432),
      kilobytes(69_900),
      ratio(1, 3),
    ]).toEqual(['0.43 ms', '420 ms', '5.3 s', '61 MB', '0.4 kB', '70 kB', '0.33']);
  });
});

test('a table has a dash where there is no figure and nothing where the cell is meant to be empty', () => {
  expect(
    table(
      ['Work', 'Ours'],
      [
        ['one', undefined],
        ['', '12 MB'],
      ],
    ),
  ).toBe('| Work | Ours  |\n| ---- | ----- |\n| one  | –     |\n|      | 12 MB |');
});
