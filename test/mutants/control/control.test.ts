import { isMany, sum } from './control.ts';

test('numbers are added', () => {
  expect(sum([1, 2])).toBe(3);
});

test('nine are many', () => {
  expect(isMany(9)).toBe(true);
});
