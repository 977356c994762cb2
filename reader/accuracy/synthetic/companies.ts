import { fold } from '../../src/text/normalise.ts';
import { cnpj } from './numbers.ts';
import type { Random } from './random.ts';

export type Company = {
  name: string;
  trade: string;
  cnpj: string;
  municipal: string;
  state: string;
  phone: string;
  email: string;
};

const BUSINESSES = [
  'Comércio de Peças',
  'Serviços de Informática',
  'Consultoria Empresarial',
  'Construções',
  'Transportes e Logística',
  'Padaria e Confeitaria',
  'Clínica Médica',
  'Contabilidade',
  'Publicidade',
  'Manutenção Predial',
  'Soluções Elétricas',
  'Treinamento Profissional',
];
const FIRSTS = [
  'Aurora',
  'Três Irmãos',
  'Pontual',
  'Ágil',
  'Vértice',
  'São Bento',
  'Ipê',
  'Horizonte',
  'Fênix',
  'União',
  'Maré Alta',
  'Coração',
  'Litoral',
  'Serra Azul',
];
const MARKS = ['Exemplo', 'Modelo', 'Amostra', 'Ensaio'];
const FORMS = ['Ltda', 'Ltda', 'S.A.', 'EIRELI', 'Ltda ME', 'EPP'];

export function madeCompany(random: Random): Company {
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
