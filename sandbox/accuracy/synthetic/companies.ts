import { fold } from '../../reader/src/text/normalise.ts';
import { type Address, asPostcode, generateAddress } from './addresses.ts';
import { dayBetween } from './dates.ts';
import { amount, asCpf, cnpj } from './numbers.ts';
import { generatePerson, type Person } from './people.ts';
import type { Random } from './random.ts';
import { textList } from '../../reader/src/text/pattern.ts';

const BUSINESSES = textList(`
  Comércio de Peças | Serviços de Informática | Consultoria Empresarial | Construções | Transportes e Logística |
  Padaria e Confeitaria | Clínica Médica | Contabilidade | Publicidade | Manutenção Predial | Soluções Elétricas |
  Treinamento Profissional
`);
const FIRSTS = textList(`
  Aurora | Três Irmãos | Pontual | Ágil | Vértice | São Bento | Ipê | Horizonte | Fênix | União | Maré Alta |
  Coração | Litoral | Serra Azul
`);
const MARKS = ['Exemplo', 'Modelo', 'Amostra', 'Ensaio'];
const FORMS = ['Ltda', 'Ltda', 'S.A.', 'EIRELI', 'Ltda ME', 'EPP'];

export type Company = ReturnType<typeof generateCompany>;

export function generateCompany(random: Random) {
  const first = random.pick(FIRSTS);
  const trade = `${first} ${random.pick(MARKS)}`;
  return {
    name: `${trade} ${random.pick(BUSINESSES)} ${random.pick(FORMS)}`,
    trade,
    cnpj: cnpj(random),
    municipal: random.digits(8),
    state: random.digits(12),
    phone: `(${random.whole(11, 89)}) ${random.whole(2, 4)}${random.digits(3)}-${random.digits(4)}`,
    email: `contato@${fold(first).replace(/[^a-z]/g, '')}.example.com`,
  };
}

type Partner = { person: Person; quotas: number; share: number; address: Address };

const PURPOSES = textList(`
  o comércio varejista de peças e acessórios | a prestação de serviços de consultoria empresarial |
  o desenvolvimento de programas de computador sob encomenda | o transporte rodoviário de cargas |
  a fabricação e a venda de produtos de padaria
`);

/** The content of articles of association. */
type Society = ReturnType<typeof generateSociety>;

export function generateSociety(random: Random) {
  const shares = random.pick(['50 50', '60 40', '70 30', '40 35 25']).split(' ').map(Number);
  const capital = random.whole(10, 300) * 1000;
  const address = generateAddress(random);
  return {
    company: generateCompany(random),
    address,
    capital,
    partners: shares.map((share) => ({
      person: generatePerson(random),
      share,
      quotas: (capital * share) / 100,
      address: generateAddress(random),
    })),
    day: dayBetween(random, 2018, 2025),
    purpose: random.pick(PURPOSES),
    registry: `${random.digits(2)}.${random.digits(3)}.${random.digits(3)}-${random.digits(1)}`,
  };
}

export const whole = (value: number): string => amount(value).slice(0, -3);

export const placeOf = ({ street, number, suburb, city, postcode }: Address): string =>
  `${street}, nº ${number}, bairro ${suburb}, na cidade de ${city.name}, Estado de ${city.stateName}, CEP ${asPostcode(postcode)}`;

export const introduced = ({ person, address }: Partner): string =>
  `${person.name}, ${person.sex === 'F' ? 'brasileira, empresária' : 'brasileiro, empresário'}, ` +
  `portador do CPF nº ${asCpf(person.cpf)}, residente na ${placeOf(address)}`;

/** The clauses of articles of association, without their numbers. */
export function clausesOf({ company, address, capital, partners, purpose }: Society) {
  const clauses = {
    'DA DENOMINAÇÃO E SEDE': `A sociedade girará sob o nome empresarial de ${company.name} e terá sua sede na ${placeOf(address)}.`,
    'DO OBJETO SOCIAL': `A sociedade tem por objeto ${purpose}, podendo participar de outras sociedades como sócia ou acionista.`,
    'DO CAPITAL SOCIAL':
      `O capital social é de R$ ${amount(capital)}, dividido em ${whole(capital)} quotas de R$ 1,00 ` +
      'cada uma, integralizadas em moeda corrente do País e assim distribuídas entre os sócios:',
    'DA ADMINISTRAÇÃO':
      `A administração da sociedade cabe a ${partners[0]?.person.name ?? ''}, com poderes para representá-la ativa e ` +
      'passivamente, em juízo ou fora dele, vedado o uso do nome empresarial em negócios estranhos ao interesse social.',
    'DO PRAZO':
      'A sociedade iniciará suas atividades na data do arquivamento deste instrumento e seu prazo de duração é indeterminado.',
    'DO EXERCÍCIO SOCIAL':
      'Ao término de cada exercício social, em 31 de dezembro, o administrador prestará contas ' +
      'justificadas de sua administração, procedendo à elaboração do inventário e do balanço.',
    'DO FORO':
      `Fica eleito o foro da Comarca de ${address.city.name} para o exercício e o cumprimento dos ` +
      'direitos e obrigações resultantes deste contrato.',
  };
  return Object.entries(clauses).map(([title, text]) => ({ title, text }));
}
