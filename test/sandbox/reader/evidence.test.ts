import { describe, expect, test } from '@jest/globals';
import { evidenceOf, support } from '../../../sandbox/reader/src/generative/evidence.ts';

describe('values are held against the document', () => {
  const evidence = evidenceOf(
    'Em doze de março de dois mil e vinte, ANA EXEMPLO PEREIRA, CPF 529.982.247-25, comprou por R$ 1.250,00 ' +
      'a sala 804 na Rua das Flores, nº 12.',
  );

  test.each<[string, number]>([
    ['2020-03-12', 0.9],
    ['Ana Exemplo Pereira', 0.9],
    ['52998224725', 0.9],
    ['1250.00', 0.9],
    ['Rua das Flores, 12', 0],
    ['Rua das Flores, nº 12', 0.9],
    ['804', 0.9],
    ['12', 0.6],
  ])('%s stands in it', (value, score) => {
    expect(support(value, evidence)).toBeGreaterThanOrEqual(score);
  });

  test.each([
    '2020-03-13',
    'Ana Exemplo Pereira Lima',
    '52998224726',
    '1250.01',
    'Rua das Flores, nº 13',
    '805',
    'Bruno Modelo',
    '13',
  ])('%s does not', (value) => {
    expect(support(value, evidence) ?? 0).toBeLessThan(0.5);
  });

  test('a document without text bears nothing out', () => {
    expect(support('anything', evidenceOf(''))).toBeLessThan(0.5);
  });
});
