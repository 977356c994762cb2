import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ParsedAddress, readAddresses } from '../../../sandbox/reader/src/addresses/readAddresses.ts';
import { foldOrdinals } from '../../../sandbox/reader/src/text/normalise.ts';
import { ADDRESSES, LISTS, rowsOf } from './addressTable.ts';

const only = async (text: string) => (await readAddresses(text))[0] as ParsedAddress;
const part = (address: ParsedAddress, name: string) => address.components.find((component) => component.name === name);

/** What an address says, in the form of the table. */
async function saidBy(text: string): Promise<string> {
  const [address] = await readAddresses(text);
  const of = (name: string) => address?.components.find((one) => one.name === name)?.stdValue ?? '';
  const names = ['rotulo', 'logradouro', 'numero', 'bairro', 'cidade', 'estado', 'cep'];
  const usual = names.slice(4).some(of) ? 'Brasil' : '';
  return [...names.map(of), of('pais') === usual ? '' : of('pais') || 'no country'].join('|').replace(/\|+$/, '');
}

/** Without the accents of streets and suburbs. */
const folded = (said: string) =>
  said
    .split('|')
    .map((part, at) => (at === 1 || at === 3 ? foldOrdinals(part) : part))
    .join('|');

describe('addresses of Brazil', () => {
  test('are read whole', async () => {
    const rows = rowsOf(ADDRESSES);
    const read = await Promise.all(rows.map(async ([text]) => [text, folded(await saidBy(text))]));
    expect(read).toEqual(rows.map(([text, said]) => [text, folded(said)]));
  });

  test('are read alike with separate accents, and with blanks and hyphens of other kinds', async () => {
    const usual = await saidBy('Rua São João, 45, Centro, Jundiaí - SP, 13201-000');
    for (const text of [
      'Rua São João, 45, Centro, Jundiaí - SP, 13201-000'.normalize('NFD'),
      'Rua\u00a0São\u202fJoão,\u300045,\tCentro, Jundiaí - SP, 13201\u2011000',
      '\ufeffRua São\u200b João, 45\u2028Centro\r\nJundiaí - SP\u008513201\u2010000',
    ])
      expect([text, await saidBy(text)]).toEqual([text, usual]);
  });

  test('a text holds as many addresses as it has streets', async () => {
    const read = rowsOf(LISTS).map(async ([text]) => {
      const streets = (await readAddresses(text)).map((address) => part(address, 'logradouro')?.stdValue);
      return [text, streets.join('|')];
    });
    expect(await Promise.all(read)).toEqual(rowsOf(LISTS));
  });
});

describe('what comes back', () => {
  test('values stand as they were written, standard values as they are properly written', async () => {
    const address = await only('AV. DR. ARNALDO Nº 1.234 APTO 12 BL B VL. MADALENA SAO PAULO sp cep 01246 000');
    expect(part(address, 'logradouro')).toMatchObject({
      stdName: 'place',
      value: 'DR. ARNALDO',
      stdValue: 'Doutor Arnaldo',
    });
    expect(part(address, 'numero')).toMatchObject({ value: '1.234', stdValue: '1234' });
    expect(part(address, 'bairro')).toMatchObject({ value: 'VL. MADALENA', stdValue: 'Vila Madalena' });
    expect(part(address, 'cidade')).toMatchObject({ value: 'SAO PAULO', stdValue: 'São Paulo' });
    expect(part(address, 'cep')).toMatchObject({ value: '01246 000', stdValue: '01246-000' });
    expect(address.stdValue).toBe(
      'Avenida Doutor Arnaldo, 1234 - Apto 12, Bloco B\nVila Madalena\nSão Paulo - SP\n01246-000',
    );
  });

  test('the postal form is the one of a letter', async () => {
    const lines = 'Avenida Paulista, 1000 - Apto 12\nBela Vista\nSão Paulo - SP\n01310-100';
    expect((await only(lines)).stdValue).toBe(lines);
    expect((await only('avenida paulista 1000 ap. 12 bela vista são paulo sp 01310100')).stdValue).toBe(lines);
    expect((await only('R. SAO JOSE 9 3º ANDAR CENTRO JOAO PESSOA PB')).stdValue).toBe(
      'Rua São José, 9 - 3º Andar\nCentro\nJoão Pessoa - PB',
    );
  });

  test('a postcode of another state lowers both scores and changes neither', async () => {
    const [agreeing, conflicting] = [
      await only('Rua A, 1, Centro, Natal - RN, 59025-500'),
      await only('Rua A, 1, Centro, Natal - RN, 01310-100'),
    ];
    expect(part(conflicting, 'cep')?.stdValue).toBe('01310-100');
    expect(part(conflicting, 'estado')?.stdValue).toBe('RN');
    for (const name of ['cep', 'estado'])
      expect(part(conflicting, name)?.score).toBeLessThan((part(agreeing, name)?.score ?? 0) - 0.3);
  });

  test('a misread city is put right with a lower score', async () => {
    const misread = await only('Rua A, 1, Centro, Curitba - PR');
    expect(part(misread, 'cidade')).toMatchObject({ value: 'Curitba', stdValue: 'Curitiba' });
    expect(part(misread, 'cidade')?.score).toBeLessThan(0.8);
  });

  test('whatever the text, nothing comes back that does not stand in it', async () => {
    const bits =
      'Rua|Av.|SP|São Paulo|nº|12|s/n|km 3|CEP|01310-100|,| - |\n|;|(|Bairro:|Cidade|SQS|308|Bloco|B|25 de Março|/|BR-116|' +
      'Quadra|Centro|Jardim|Salvador|Brasil|Portugal|a';
    const texts = fc
      .array(fc.oneof(fc.constantFrom(...bits.split('|')), fc.string({ maxLength: 4 })), { maxLength: 14 })
      .map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        for (const { components } of await readAddresses(text)) {
          for (const { name, value, stdValue, score } of components) {
            if (name !== 'pais' && value !== null) expect(text).toContain(value);
            expect([value === null, stdValue === null]).toEqual([score === null, score === null]);
          }
        }
      }),
      { numRuns: 2000, seed: 20 },
    );
  });
});
