import { expectedIfUnusual, forecastSum } from '../../../nodes/DocumentProcessing/billing/statistics';
import { randomFrom } from '../../support/random.ts';

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

const OF_WEEKDAY = [0.1, 1, 1.05, 1, 0.95, 0.9, 0.2];
const KNOWN = 56;
const DAYS = KNOWN + 30;

type Kind = (random: () => number, weekday: number, base: number) => number;
const noisy =
  (deviation: number): Kind =>
  (random, weekday, base) => {
    const mean = base * OF_WEEKDAY[weekday]! * Math.exp(deviation * normal(random));
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  };
const nowAndThen =
  (share: number): Kind =>
  (random, _weekday, base) =>
    random() < share ? Math.round(base * Math.exp(0.5 * normal(random))) : 0;

function simulate(kind: Kind, base: number, seed: number) {
  const random = randomFrom(seed * 7919 + base);
  return Array.from({ length: DAYS }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1 + index));
    return { date: at.toISOString().slice(0, 10), value: kind(random, at.getUTCDay(), base) };
  });
}

const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);
const BASES = [5, 50, 1000];

describe('in simulated months of a service', () => {
  test.each([
    ['counted by chance', noisy(0), 56, 30, 2],
    ['that varies by 20 %', noisy(0.2), 56, 30, 4],
    ['that varies by 40 %', noisy(0.4), 56, 30, 4],
    ['that varies by 60 %', noisy(0.6), 56, 30, 4],
    ['used one day in five', nowAndThen(0.2), 56, 30, 4],
    ['used one day in twenty', nowAndThen(0.05), 56, 30, 8],
    // What docs/billing.md says of the first weeks.
    ['that varies by 60 % and is known for ten days', noisy(0.6), 10, 18, 26],
    ['used one day in five and is known for ten days', nowAndThen(0.2), 10, 18, 26],
    ['used one day in twenty and is known for ten days', nowAndThen(0.05), 10, 18, 34],
  ])('%s, hardly a day is falsely unusual', (_what, kind, known, count, most) => {
    const alarms = BASES.flatMap((base) =>
      SEEDS.flatMap((seed) => {
        const days = simulate(kind, base, seed);
        const history = (end: number) => days.slice(Math.max(0, end - KNOWN), end);
        return days.slice(known, known + count).map((day, index) => expectedIfUnusual(history(known + index), day));
      }),
    );
    const falseAlarms = alarms.filter((expected) => expected !== undefined).length;
    expect((1000 * falseAlarms) / alarms.length).toBeLessThan(most);
  });

  test.each([
    ['ten times as much', 10, 0.95],
    ['nothing', 0, 0.95],
  ])('a workday with %s is found', (_what, factor, least) => {
    const found = [0, 0.2, 0.4].flatMap((deviation) =>
      SEEDS.flatMap((seed) => {
        const days = simulate(noisy(deviation), 1000, seed);
        // A Wednesday.
        const at = days.findIndex(({ date }, index) => index >= KNOWN && new Date(date).getUTCDay() === 3);
        const day = { date: days[at]!.date, value: 1000 * factor };
        return expectedIfUnusual(days.slice(at - KNOWN, at), day) !== undefined;
      }),
    );
    expect(found.filter(Boolean).length / found.length).toBeGreaterThan(least);
  });

  test.each([0, 0.2, 0.4])('that varies by %d, about nine of ten months end within the range', (deviation) => {
    for (const over of [3, 10, 20]) {
      const within = BASES.flatMap((base) =>
        SEEDS.map((seed) => {
          const days = simulate(noisy(deviation), base, seed);
          const rest = days.slice(KNOWN + over);
          const { low, high } = forecastSum(
            days.slice(over, KNOWN + over),
            rest.map(({ date }) => date),
          )!;
          const sum = rest.reduce((total, { value }) => total + value, 0);
          return sum >= low && sum <= high;
        }),
      );
      const share = within.filter(Boolean).length / within.length;
      expect(share).toBeGreaterThan(0.8);
      expect(share).toBeLessThan(0.99);
    }
  });

  // What docs/billing.md says of the first weeks.
  test.each([
    [3, 0.65],
    [5, 0.82],
    [14, 0.82],
  ])('with %d days known, the range holds less often, but not rarely', (known, least) => {
    const within = [0, 0.2, 0.4, 0.6].flatMap((deviation) =>
      SEEDS.map((seed) => {
        // Begun on any weekday.
        const days = simulate(noisy(deviation), 50, seed).slice(seed % 7);
        const rest = days.slice(known, 30);
        const range = forecastSum(
          days.slice(0, known),
          rest.map(({ date }) => date),
        );
        const sum = rest.reduce((total, { value }) => total + value, 0);
        return sum >= range!.low && sum <= range!.high;
      }),
    );
    expect(within.filter(Boolean).length / within.length).toBeGreaterThan(least);
  });
});
