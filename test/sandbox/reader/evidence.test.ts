import { expect, test } from '@jest/globals';
import { evidenceOf, support } from '../../../sandbox/reader/src/generative/evidence.ts';

const evidence = evidenceOf(
  'Em doze de março de dois mil e vinte, ANA EXEMPLO PEREIRA, CPF 529.982.247-25, comprou por R$ 1.250,00 ' +
    'a sala 804 na Rua das Flores, nº 12.',
);

test('a value that stands in the document is supported, a short one less', () => {
  const sure = ['2020-03-12', 'Ana Exemplo Pereira', '52998224725', '1250.00', 'Rua das Flores, nº 12', '804'];
  for (const value of sure) expect(support(value, evidence)).toBeGreaterThanOrEqual(0.9);
  expect(support('12', evidence)).toBeGreaterThanOrEqual(0.6);
  expect(support('Rua das Flores, 12', evidence)).not.toBeNull();
});

test('a value that does not is none, and a document without text bears nothing out', () => {
  const wrong = ['2020-03-13', 'Ana Exemplo Pereira Lima', '52998224726', '1250.01', 'Rua das Flores, nº 13', '805'];
  for (const value of [...wrong, 'Bruno Modelo', '13']) expect(support(value, evidence) ?? 0).toBeLessThan(0.5);
  expect(support('anything', evidenceOf(''))).toBeLessThan(0.5);
});
