import { describe, expect, test } from '@jest/globals';
import { cardLines, passportLines, type Holder } from '../../../sandbox/accuracy/synthetic/passports.ts';
import {
  at,
  documentOf,
  expectChanged,
  fieldOf,
  pairsIn,
  recognised,
  typeOf,
  valuesOf,
  withTexts,
} from './pageOfItems.ts';
import { printed } from './printedPages.ts';

const HOLDER: Holder = {
  surname: 'EXEMPLO DA CONCEIÇÃO',
  given: 'ANDRÉ LUÍS',
  number: 'FX123456',
  born: '1987-10-11',
  sex: 'M',
  expires: '2028-12-19',
  state: 'BRA',
  nationality: 'BRA',
};

const mrzAt = (y: number, lines: string[]) => lines.map((line, index) => at(10, y + 14 * index, line));

const PRINTED = printed(`REPÚBLICA FEDERATIVA DO BRASIL                    PASSAPORTE / PASSPORT

                  ~TIPO/TYPE~  ~PAÍS EMISSOR/ISSUING COUNTRY~      ~PASSAPORTE Nº/PASSPORT No.~
                  P            BRA                                 FX123456

                  ~SOBRENOME/SURNAME~
                  EXEMPLO DA CONCEIÇÃO

                  ~NOME/GIVEN NAMES~
                  ANDRÉ LUÍS

                  ~NACIONALIDADE/NATIONALITY~
                  BRASILEIRO(A)

                  ~DATA DE NASCIMENTO/DATE OF BIRTH~               ~IDENTIDADE Nº/PERSONAL No.~
                  11 OUT/OCT 1987

                  ~SEXO/SEX~   ~NATURALIDADE/PLACE OF BIRTH~
                  M            GOIÂNIA - GO

                  ~FILIAÇÃO/PARENTS~
                  SÔNIA EXEMPLO

                  ~DATA DE EXPEDIÇÃO/DATE OF ISSUE~                ~VÁLIDO ATÉ/DATE OF EXPIRY~
                  19 DEZ/DEC 2018                                  19 DEZ/DEC 2028

                  ~AUTORIDADE/AUTHORITY~
                  SR/DPF/GO`);

const IN_MRZ = pairsIn(
  `tipo: P | pais_emissor: BRA | numero: FX123456 | sobrenome: EXEMPLO DA CONCEICAO | nome: ANDRE LUIS |
  nacionalidade: BRA | data_nascimento: 1987-10-11 | sexo: M | data_validade: 2028-12-19`,
);
const PRINTED_ONLY = pairsIn('naturalidade: GOIÂNIA - GO | data_emissao: 2018-12-19 | orgao_emissor: SR/DPF/GO');
const VALUES = { ...IN_MRZ, ...PRINTED_ONLY, sobrenome: 'EXEMPLO DA CONCEIÇÃO', nome: 'ANDRÉ LUÍS' };

describe('a passport', () => {
  test('is read from the printed part and the MRZ: accents from one, check digits from the other', async () => {
    const items = [...PRINTED, ...mrzAt(500, passportLines(HOLDER))];
    expect(await valuesOf(items)).toEqual(VALUES);
    expect((await documentOf(items))?.tags.join(' ')).toBe(
      'type=passaporte std-type=passport id=passaporte country=bra',
    );
    for (const name of ['sobrenome', 'nome', 'numero', 'data_nascimento'])
      expect((await fieldOf(items, name))?.score).toBeGreaterThanOrEqual(0.99);
  });

  test('is read with numbers behind its labels, and with a country as the place of birth', async () => {
    const holder = { ...HOLDER, state: 'PRT', nationality: 'PRT' };
    const items = PRINTED.filter(({ text }) => !/BRA|FILIAÇÃO|SÔNIA/.test(text)).map((item) =>
      item.size < 10 ? { ...item, text: `${item.text} (3)` } : item,
    );
    const born = withTexts(items, { 'GOIÂNIA - GO': 'BRASIL' });
    expect(await valuesOf([...born, ...mrzAt(500, passportLines(holder))])).toMatchObject({
      naturalidade: 'BRASIL',
      data_emissao: '2018-12-19',
      sobrenome: 'EXEMPLO DA CONCEIÇÃO',
    });
  });

  test('is recognised by its MRZ alone, and then has only the fields of the MRZ', async () => {
    expect(await valuesOf(mrzAt(0, passportLines(HOLDER)))).toEqual(IN_MRZ);
  });

  test('is read without its MRZ', async () => {
    expect(await valuesOf(recognised(PRINTED))).toMatchObject({
      ...VALUES,
      sobrenome: 'EXEMPLO DA CONCEICAO',
      nome: 'ANDRE LUIS',
      naturalidade: 'GOIANIA - GO',
    });
  });

  test.each([
    [
      'a register of guests',
      `Room: 214
       Passport no.: PC4471902
       Nationality: Irish
       Date of birth: 09 Jun 1974`,
    ],
    [
      'a crew list',
      `Surname   Given names   Nationality   Date of birth   Passport no.   Date of expiry
       Ahern     Bríd          Irish         03/04/2001      PD0917735      04/05/2030
       Casey     Tom           Irish         19/12/2000      PA4410288      05/06/2031`,
    ],
  ])('%s that asks for one is none', async (_, page) => {
    expect(await typeOf(printed(page.replaceAll(/^ +/gm, '')))).toBeNull();
  });

  test('a month in two languages is read without the stroke between them, unless they differ', () =>
    expectChanged(
      recognised(PRINTED),
      `19 DEZ/DEC 2018 → 19 DEZIDEC 2018 = data_emissao: 2018-12-19
      19 DEZ/DEC 2018 → 19 DEZIJAN 2018 = data_emissao: –`,
    ));

  test('a value the MRZ proves is taken instead of a misread one, a letter for a digit only if its check digit agrees', async () => {
    const zone = passportLines(HOLDER);
    const both = [...recognised(PRINTED), ...mrzAt(500, zone)];
    await expectChanged(both, 'FX123456 → FX123466 = numero: FX123456');
    const misread = ['FX1234S6', 'FX129456'].map((number) => zone[1]?.replace('FX123456', number));
    await expectChanged(
      mrzAt(0, zone),
      `${zone[1]} → ${misread[0]} = numero: FX123456
      ${zone[1]} → ${misread[1]} = numero: –`,
    );
  });

  test('lines whose check digits disagree are no MRZ', async () => {
    const [first = ''] = passportLines(HOLDER);
    expect(await typeOf(mrzAt(0, [first, 'FX12345611BRA8710110M2812190<<<<<<<<<<<<<<00']))).toBeNull();
  });
});

describe('passports and cards of other countries', () => {
  const foreign: Holder = {
    ...HOLDER,
    surname: 'AMOSTRA',
    given: 'ZOË',
    number: 'C1234567',
    state: 'D',
    nationality: 'D',
  };
  const portuguese = { ...foreign, state: 'PRT', nationality: 'PRT' };

  test('a card of three lines is a personal document of its country', async () => {
    const document = await documentOf(mrzAt(0, cardLines(portuguese, 'I')));
    expect(document).toMatchObject({
      documentType: { id: 'documento-identidade-estrangeiro' },
      tags: expect.arrayContaining(['type=documento-pessoal', 'country=prt']),
    });
  });

  test('an identity card with the labels of a passport is no passport', async () => {
    const labels = PRINTED.filter(({ text }) => !text.startsWith('P') && !text.includes('BRA'));
    const items = [...labels, ...mrzAt(500, cardLines(portuguese, 'ID'))];
    expect(await typeOf(items)).toBe('documento-identidade-estrangeiro');
  });

  test('a card of two lines is read, and a country of one letter', async () => {
    const lines = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
    expect(await valuesOf(mrzAt(0, lines))).toEqual(
      pairsIn(
        `tipo: I | pais_emissor: UTO | numero: D23145890 | sobrenome: ERIKSSON | nome: ANNA MARIA | nacionalidade: UTO |
        data_nascimento: 1974-08-12 | sexo: F | data_validade: 2012-04-15`,
      ),
    );
    const german = passportLines({ ...foreign, state: 'D<<', nationality: 'D<<' });
    expect(await valuesOf(mrzAt(0, german))).toMatchObject({ pais_emissor: 'D', nacionalidade: 'D' });
  });

  test('a document of a country that was not requested is not returned', async () => {
    const lines = mrzAt(0, passportLines(HOLDER));
    const types = ['country=prt', 'country=bra'].map((tag) => typeOf(lines, tag));
    expect(await Promise.all(types)).toEqual([null, 'passaporte']);
  });
});

test('of two passports of one family, the zone that is read has nothing of what is printed on the other', async () => {
  const other = { ...HOLDER, given: 'LUÍSA', number: 'FX123465', born: '2015-03-04', sex: 'F' as const };
  const values = await valuesOf([
    ...PRINTED,
    ...mrzAt(500, passportLines(HOLDER)),
    ...mrzAt(900, passportLines(other)),
  ]);
  expect(values).toEqual({ ...IN_MRZ, nome: 'LUISA', numero: 'FX123465', data_nascimento: '2015-03-04', sexo: 'F' });
});

describe('a visa', () => {
  const VISA = { ...HOLDER, state: 'UTO', nationality: 'UTO' };
  const linesOf = (holder: Holder) => {
    const [first = '', second = ''] = passportLines(holder);
    return [first.replace(/^P/, 'V'), `${second.slice(0, 28)}${'<'.repeat(16)}`];
  };

  test('is read by the check digits of its MRZ, and is no passport', async () => {
    const items = mrzAt(500, linesOf(VISA));
    expect(await typeOf(items)).toBe('visto');
    expect(await valuesOf(items)).toMatchObject({ ...IN_MRZ, tipo: 'V', pais_emissor: 'UTO', nacionalidade: 'UTO' });
  });

  test('the century of a birth is that of the expiry, and doubtful where both could be', async () => {
    for (const [born, expires, value, score] of [
      ['2011-01-01', '1994-05-05', '1911-01-01', 0.99],
      ['2011-01-01', '2028-05-05', '2011-01-01', 0.99],
      ['2011-01-01', '2015-05-05', '2011-01-01', 0.6],
    ] as const) {
      const items = mrzAt(500, linesOf({ ...VISA, born, expires }));
      expect(await fieldOf(items, 'data_nascimento')).toMatchObject({ value, score });
    }
  });

  test('a number with a filler inside of it is none, though its check digit agrees', async () => {
    const number = 'R<96S4597';
    expect(await valuesOf(mrzAt(500, linesOf({ ...VISA, number })))).not.toHaveProperty('numero');
  });
});
