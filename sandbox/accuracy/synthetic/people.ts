import { type TrueField, fieldList } from '../groundTruth.ts';
import type { Random } from './random.ts';
import { asCpf, asIdentity, cpf, identityNumber } from './numbers.ts';
import { birthday, printed, type Day } from './dates.ts';
import { CITIES } from './addresses.ts';
import { textList } from '../../reader/src/text/pattern.ts';

const WOMEN = textList(`
  Ana Luísa | Beatriz | Camila | Débora | Eloá | Fabiana | Graça | Heloísa | Inês | Júlia | Larissa | Lúcia | Márcia |
  Natália | Patrícia | Rosângela | Sônia | Tânia | Valéria | Yasmim
`);
const MEN = textList(`
  André | Antônio | Caio | Cláudio | Davi | Émerson | Fábio | Flávio | Gonçalo | Henrique | Ítalo | João Pedro |
  José | Júlio | Luís | Marcelo | Otávio | Rogério | Sebastião | Vinícius
`);
const SURNAMES = textList(`
  Almeida | Araújo | Assunção | Barbosa | Brandão | Cândido | Conceição | Correia | Falcão | Fernandes | Galvão |
  Gonçalves | Guimarães | Lourenço | Magalhães | Mendonça | Moreira | Nóbrega | Pinheiro | Queirós | Ribeiro |
  Simões | Teixeira | Valadão
`);
/** Every synthetic name has one of these words, so that it is nobody's. */
const MARKS = ['Exemplo', 'Teste', 'Modelo', 'Amostra', 'Ensaio'];
const JOINTS = ['', '', '', 'de ', 'da ', 'dos '];

function generateSurname(random: Random): string {
  const second = `${random.pick(JOINTS)}${random.pick(SURNAMES)}`;
  return random.chance(0.5) ? `${random.pick(MARKS)} ${second}` : `${random.pick(SURNAMES)} ${random.pick(MARKS)}`;
}

export type Person = ReturnType<typeof generatePerson>;

export function generatePerson(random: Random) {
  const sex: 'F' | 'M' = random.chance(0.5) ? 'F' : 'M';
  const given = random.pick(sex === 'F' ? WOMEN : MEN);
  const surname = generateSurname(random);
  const birthplace = random.pick(CITIES);
  return {
    given,
    surname,
    name: `${given} ${surname}`,
    sex,
    cpf: cpf(random),
    rg: identityNumber(random),
    issuer: `SSP ${birthplace.state}`,
    born: birthday(random),
    birthplace,
    mother: `${random.pick(WOMEN)} ${surname}`,
    father: `${random.pick(MEN)} ${generateSurname(random)}`,
  };
}

export const capitals = (text: string): string => text.toLocaleUpperCase('pt-BR');

/** What a card prints of a person. */
export const personInPrint = ({ birthplace, ...person }: Person) => ({
  name: capitals(person.name),
  given: capitals(person.given),
  surname: capitals(person.surname),
  mother: capitals(person.mother),
  father: capitals(person.father),
  sex: person.sex,
  born: printed(person.born),
  place: capitals(birthplace.name),
  state: birthplace.state,
  stateName: capitals(birthplace.stateName),
  cpf: asCpf(person.cpf),
  identity: asIdentity(person.rg),
});

/** The fields of an identity card, except the issuer. */
export const identityFields = (person: Person, issued: Day): TrueField[] => fieldList`
  nome ${capitals(person.name)} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
  filiacao_1 ${capitals(person.father)} | filiacao_2 ${capitals(person.mother)} |
  free naturalidade ${capitals(person.birthplace.name)} - ${person.birthplace.state} | data_emissao ${issued} |
  data_validade ${null}
`;
