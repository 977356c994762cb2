import { describe, expect, test } from '@jest/globals';
import { cardLines } from '../../../sandbox/accuracy/synthetic/passports.ts';
import {
  documentOf,
  expectChanged,
  fieldOf,
  moved,
  pairsIn,
  recognised,
  typeOf,
  valuesOf,
  withTexts,
} from './pageOfItems.ts';
import { printed } from './printedPages.ts';

const HEAD = printed(`REPÚBLICA FEDERATIVA DO BRASIL
ESTADO DO PARANÁ
SECRETARIA DA SEGURANÇA PÚBLICA

            ~ASSINATURA DO TITULAR~

CARTEIRA DE IDENTIDADE`);

const VALUES = pairsIn(
  `nome: MARIA EXEMPLO DA SILVA | rg: 123456789 | cpf: 11144477735 | data_nascimento: 1990-04-12 |
  filiacao_1: JOSE EXEMPLO DA SILVA | filiacao_2: ANA TESTE DE SOUZA | naturalidade: CURITIBA - PR |
  data_emissao: 2015-01-10`,
);

/** The back of the green card, which has no title: labels left of their values. */
const backWith = (...parents: string[]) =>
  printed(`            ~VÁLIDA EM TODO O TERRITÓRIO NACIONAL~

~REGISTRO GERAL~  12.345.678-9          ~DATA DE EXPEDIÇÃO~  10/JAN/2015

~NOME~  MARIA EXEMPLO DA SILVA

~FILIAÇÃO~  ${parents.join('\n            ')}

~NATURALIDADE~  CURITIBA - PR           ~DATA DE NASCIMENTO~  12/04/1990

~DOC. ORIGEM~  C.NASC LV A12 FL 34 N 5678

~CPF~  111444777/35

                                        ~ASSINATURA DO DIRETOR~
            ~LEI Nº 7.116 DE 29/08/83~`);
const BESIDE = backWith('JOSE EXEMPLO DA SILVA', 'ANA TESTE DE SOUZA');

describe('the identity card of a state', () => {
  test('is read from its back, also where it was recognised', async () => {
    expect(await valuesOf(BESIDE)).toEqual(VALUES);
    expect(await valuesOf(recognised(BESIDE))).toEqual(VALUES);
  });

  test('is read with both sides on a page, and its authority from the head', async () => {
    const items = [...HEAD, ...moved(BESIDE, 0, 200)];
    expect((await documentOf(items))?.tags.join(' ')).toBe(
      'country=bra type=documento-pessoal std-type=personal-document id=bra-documento-pessoal subtype=rg',
    );
    expect(await valuesOf(items)).toEqual({ ...VALUES, orgao_emissor: 'SECRETARIA DA SEGURANÇA PÚBLICA' });
  });

  test('what was not recognised, or was misread, is left out: another line is not the value, nor a part of one', async () => {
    await expectChanged(
      recognised(BESIDE),
      `MARIA EXEMPLO DA SILVA → –; FILIAÇÃO → – = nome: –
      JOSE EXEMPLO DA SILVA → – = filiacao_1: –
      12.345.678-9 → –; DATA DE EXPEDIÇÃO → – = rg: –`,
    );
    await expectChanged(
      BESIDE,
      `MARIA EXEMPLO DA SILVA → MARIA EXEMPLO DA = nome: –
      MARIA EXEMPLO DA SILVA → DATA DO REGISTRO = nome: –
      12.345.678-9 → 12.B45.678-9 = rg: –`,
    );
  });

  test('a name without the accents that others have was misread; where none has any it was printed so', () =>
    expectChanged(
      recognised(BESIDE),
      `MARIA EXEMPLO DA SILVA → MARIA CONCEICAO; JOSE EXEMPLO DA SILVA → JOÃO CONCEIÇÃO = \
nome: – | filiacao_1: JOÃO CONCEIÇÃO | filiacao_2: ANA TESTE DE SOUZA
      ANA TESTE DE SOUZA → ANA CÉLIA; CURITIBA - PR → GOIANIA - GO = naturalidade: –
      MARIA EXEMPLO DA SILVA → MARIA CONCEICAO; CURITIBA - PR → GOIANIA - GO = nome: MARIA CONCEICAO | naturalidade: GOIANIA - GO
      CURITIBA - PR → CURITIBA - PA = naturalidade: –
      CURITIBA - PR → GOIÂNIA - GO = naturalidade: GOIÂNIA - GO`,
    ));

  test('names over two lines are told apart by where they break off', async () => {
    const parents = (...lines: string[]) => valuesOf(backWith(...lines));
    expect(await parents('JOSE BENEDITO EXEMPLO AMOSTRA DA SILVA', 'DE ALMEIDA', 'ANA TESTE')).toMatchObject({
      filiacao_1: 'JOSE BENEDITO EXEMPLO AMOSTRA DA SILVA DE ALMEIDA',
      filiacao_2: 'ANA TESTE',
    });
    expect(await parents('JOSE EXEMPLO E ANA TESTE')).toMatchObject({
      filiacao_1: 'JOSE EXEMPLO',
      filiacao_2: 'ANA TESTE',
    });
  });

  test('a birthplace is less sure without its accents', async () => {
    const scoreOf = async (place: string) =>
      (await fieldOf(withTexts(recognised(BESIDE), { 'CURITIBA - PR': place }), 'naturalidade'))?.score ?? NaN;
    expect(await scoreOf('GOIÂNIA - GO')).toBeGreaterThan(await scoreOf('GOIANIA - GO'));
  });

  test('an empty form with the same labels is no card', async () => {
    const form = `FICHA DE CADASTRO

~NOME~
MARIA EXEMPLO

~RG~                ~CPF~
12.345.678-9        111.444.777-35

~FILIAÇÃO~
ANA TESTE

~NATURALIDADE~
RECIFE`;
    const letter = `Declaro que sou portadora da carteira de identidade, registro geral
expedido pela secretaria da segurança pública, com a filiação e a
naturalidade que constam do documento de que junto uma cópia
simples e que me comprometo a apresentar quando for pedida`;
    for (const page of [form, letter]) expect(await typeOf(printed(page))).toBeNull();
  });
});

describe('the national identity card', () => {
  const holder = {
    surname: 'EXEMPLO DA SILVA',
    given: 'MARIA',
    number: '111444777',
    born: '1990-04-12',
    sex: 'F' as const,
    expires: '2033-06-01',
    state: 'BRA',
    nationality: 'BRA',
  };
  const mrz = printed(cardLines(holder, 'ID', '11144477735').join('\n'));
  const back = printed(`~Filiação / Filiation~
ANA TESTE DE SOUZA
JOSE EXEMPLO DA SILVA

~Órgão Expedidor / Card Issuer~     ~Data de Emissão / Issue Date~
IIPR/PR                             01/06/2023`).concat(moved(mrz, 0, 120));

  const values = pairsIn(
    `nome: MARIA EXEMPLO DA SILVA | rg: 11144477735 | cpf: 11144477735 | data_nascimento: 1990-04-12 |
    data_validade: 2033-06-01 | filiacao_1: ANA TESTE DE SOUZA | filiacao_2: JOSE EXEMPLO DA SILVA |
    orgao_emissor: IIPR/PR | data_emissao: 2023-06-01`,
  );

  test('is recognised by its MRZ, which gives the name on the back', async () => {
    const document = await documentOf(back);
    expect(document?.tags).toEqual(expect.arrayContaining(['subtype=cin', 'region=pr']));
    expect(await valuesOf(back)).toEqual(values);
    expect(await typeOf(mrz)).toBe('bra-documento-pessoal');
  });
});
