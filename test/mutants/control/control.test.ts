test('numbers are added', async () => {
  const { sum } = await import('./control.ts');
  expect(sum([1, 2])).toBe(3);
});

test('four are many', async () => {
  const { isMany } = await import('./control.ts');
  expect(isMany(4)).toBe(true);
});
