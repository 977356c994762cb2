import { describe, expect, test } from '@jest/globals';
import { documentOf, expectChanged, fieldOf, moved, pairsIn, recognised, valuesOf, withTexts } from './pageOfItems.ts';
import { printed } from './printedPages.ts';

const NUMBER = '98117582329';

/** The licence since 2022. */
const FRONT = printed(`REPÚBLICA FEDERATIVA DO BRASIL
~SECRETARIA NACIONAL DE TRÂNSITO~
~CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN~

               ~2 e 1 NOME E SOBRENOME / NAME AND SURNAME~      ~1ª HABILITAÇÃO~
               MARIA EXEMPLO DA SILVA                           03/05/2010

               ~3 DATA, LOCAL E UF DE NASCIMENTO~
               12/04/1990, RECIFE, PE

               ~4a DATA EMISSÃO~   ~ACC~                ~4b VALIDADE~
               01/06/2023                               01/06/2033

               ~4c DOC IDENTIDADE / ÓRG EMISSOR / UF~
               12.345.678-9 SSP PE

               ~4d CPF~            ~5 Nº REGISTRO~      ~9 CAT HAB~
               111.444.777-35      ${NUMBER}          AB

               ~NACIONALIDADE~
               BRASILEIRO

               ~FILIAÇÃO~
               JOSE EXEMPLO DA SILVA
               ANA TESTE DE SOUZA

 ~7 ASSINATURA DO PORTADOR~`);

const FRONT_VALUES = pairsIn(
  `nome: MARIA EXEMPLO DA SILVA | rg: 123456789 | cpf: 11144477735 | data_nascimento: 1990-04-12 |
  filiacao_1: JOSE EXEMPLO DA SILVA | filiacao_2: ANA TESTE DE SOUZA | cat_hab: AB | registro: ${NUMBER} |
  data_validade: 2033-06-01 | data_primeira_habilitacao: 2010-05-03 | data_emissao: 2023-06-01`,
);

const BACK = printed(`~12 OBSERVAÇÕES~
EAR; A

        ~ASSINATURA DO EMISSOR~

~LOCAL~                                         12345678901
RIBEIRAO PRETO, SP                              SP123456789

^SÃO PAULO^`);

const BACK_VALUES = pairsIn(
  `observacoes: EAR; A | local_cidade: RIBEIRAO PRETO | local_uf: SP | codigo_seguranca: 12345678901 |
  renach: SP123456789`,
);

/** What the back says in small print about the labels of the front. */
const LEGEND = printed(
  `~2 e 1. Nome e Sobrenome / Name and Surname / Nombre y Apellidos - Primeira Habilitação / First Driver License~
~4a. Data de Emissão / Issuing Date DD/MM/YYYY / Fecha de Emisión - 4b. Data de Validade / Expiration Date DD/MM/YYYY~`,
).map((item, row) => ({ ...item, x: 0, y: 150 + 6 * row, size: 4, width: 2 * item.text.length }));

describe('a driver licence', () => {
  test('has all of its names, with null for what the page does not say', async () => {
    const document = await documentOf(FRONT);
    expect(document?.tags.join(' ')).toBe('country=bra type=carteira-habilitacao std-type=driver-licence id=bra-cnh');
    expect(document?.fields?.map(({ name }) => name).join(' ')).toBe(
      'nome rg cpf data_nascimento filiacao_1 filiacao_2 permissao acc cat_hab registro data_validade ' +
        'data_primeira_habilitacao observacoes local_cidade local_uf data_emissao codigo_seguranca renach',
    );
    expect(document?.fields?.at(-1)).toEqual({ name: 'renach', stdName: null, value: null, score: null });
  });

  test('is read from recognised text with lost accents and blanks', async () => {
    expect(await valuesOf(recognised([...FRONT, ...moved(BACK, 0, 300)]))).toEqual({ ...FRONT_VALUES, ...BACK_VALUES });
  });

  test('a label in two languages is not mistaken for the label of a parent', async () => {
    const items = FRONT.map((item) => (item.text.startsWith('2 e 1') ? { ...item, text: 'NOME / NAME' } : item));
    expect(await valuesOf(items)).toEqual(FRONT_VALUES);
    expect(await valuesOf(recognised(items))).toMatchObject({ nome: FRONT_VALUES['nome'] });
  });

  test('is read with values at the right of wide cells', async () => {
    const page = `~NOME~                                          ~CPF~
                        MARIA EXEMPLO DA SILVA                          111.444.777-35

~DATA NASCIMENTO~                               ~CAT. HAB.~
                                    12/04/1990                                      AB

~Nº REGISTRO~                                   ~VALIDADE~
                                    ${NUMBER}                                     01/06/2033

~LOCAL~                                         ~DATA EMISSÃO~
                                    OLINDA, PE                                      01/06/2023`;
    expect(await valuesOf([...FRONT.slice(0, 3), ...moved(printed(page), 0, 40)])).toEqual(
      pairsIn(
        `nome: MARIA EXEMPLO DA SILVA | cpf: 11144477735 | data_nascimento: 1990-04-12 | cat_hab: AB |
        registro: ${NUMBER} | data_validade: 2033-06-01 | local_cidade: OLINDA | local_uf: PE | data_emissao: 2023-06-01`,
      ),
    );
  });

  test('is read with city and state apart, and blanks in its number of the register', async () => {
    const back = printed(`~12 OBSERVAÇÕES~
EAR; A

        ~ASSINATURA DO EMISSOR~

~MUNICÍPIO~             ~UF~                    12345678901 G01 23456789
OLINDA                  PE`);
    expect(await valuesOf([...back, ...LEGEND])).toEqual(
      pairsIn(
        'observacoes: EAR; A | local_cidade: OLINDA | local_uf: PE | codigo_seguranca: 12345678901 | renach: GO123456789',
      ),
    );
  });
});

describe('values that cannot be verified are null', () => {
  const WRONG = NUMBER.replace('8', '3');

  test('letters and digits, dates, labels and names', () =>
    expectChanged(
      recognised([...FRONT, ...moved(BACK, 0, 300)]),
      `111.444.777-35 → 1l1.444.777-3S = cpf: 11144477735
      111.444.777-35 → 1l1.444.777-36 = cpf: –
      01/06/2033 → O1/06/2033 = data_validade: –
      ${NUMBER} → ${WRONG} = registro: –
      01/06/2023 → 31/06/2023 = data_emissao: –
      03/05/2010 → 03/05/1970 = data_primeira_habilitacao: –
      MARIA EXEMPLO DA SILVA → ND SURNAME = nome: –
      AB → A8 = cat_hab: –
      MARIA EXEMPLO DA SILVA → MAR1A EXEMPLO DA SILVA = nome: –
      RIBEIRAO PRETO, SP → RIBEIRAQ PRETO, SP = local_cidade: –`,
    ));

  test('but a printed number that its check digits disprove is doubted', async () => {
    const registro = await fieldOf(withTexts(FRONT, { [NUMBER]: WRONG }), 'registro');
    expect(registro?.value).toBe(WRONG);
    expect(registro?.score).toBeLessThan(0.5);
  });

  test('a name is not what is left of it when a word or a line was not recognised', async () => {
    const cut = (name: string, ...left: [at: number, text: string][]) =>
      valuesOf(
        recognised(FRONT).flatMap((item) =>
          item.text === name ? left.map(([at, text]) => ({ ...item, text, x: item.x + 5 * at })) : [item],
        ),
      );
    const NAME = 'MARIA EXEMPLO DA SILVA';
    expect(await cut(NAME, [6, 'EXEMPLO DA SILVA'])).not.toHaveProperty('nome');
    expect(await cut(NAME, [0, 'MARIA'], [9, 'DA SILVA'])).not.toHaveProperty('nome');
    expect(await cut('JOSE EXEMPLO DA SILVA')).not.toHaveProperty('filiacao_1');
  });
});
