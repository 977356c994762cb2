import type { Random } from './random.ts';
import { textList } from '../../reader/src/text/pattern.ts';

const TYPES = textList(`
  Rua | Rua | Rua | Avenida | Avenida | Travessa | Alameda | Praça | Rodovia | Largo | Estrada
`);
const STREETS = textList(`
  das Palmeiras | do Comércio | Marechal Deodoro | Sete de Setembro | XV de Novembro | Padre Anchieta |
  das Laranjeiras | Visconde do Rio Branco | Treze de Maio | Doutor Amostra | Coronel Modelo | da Independência |
  Professora Inês Exemplo | dos Ipês | Barão do Triunfo | Santa Cecília | São João | Engenheiro Ensaio |
  Presidente Vargas | da Conceição
`);
const SUBURBS = textList(`
  Centro | Jardim América | Vila Nova | Boa Vista | Santo Antônio | São José | Parque das Nações | Bela Vista |
  Cidade Nova | Jardim Botânico | Alto da Glória | Vila São João | Nossa Senhora de Fátima | Água Verde | Liberdade
`);
const EXTRAS = textList(`
  apto 42 | sala 1203 | bloco B | casa 2 | conjunto 81 | fundos | loja 5 | apto 101 bloco C | 2º andar
`);

export type Address = ReturnType<typeof generateAddress>;

export function generateAddress(random: Random, city: City = random.pick(CITIES)) {
  const [low, high] = city.postcodes;
  return {
    street: `${random.pick(TYPES)} ${random.pick(STREETS)}`,
    number: random.chance(0.08) ? 's/n' : String(random.whole(1, 4200)),
    extra: random.chance(0.45) ? random.pick(EXTRAS) : null,
    suburb: random.pick(SUBURBS),
    city,
    postcode: `${String(random.whole(low, high)).padStart(5, '0')}${random.digits(3)}`,
  };
}

export const asPostcode = (digits: string): string => `${digits.slice(0, 5)}-${digits.slice(5)}`;

/** What documents print of an address. */
export const addressInPrint = ({ street, number, suburb, city, postcode }: Address) => ({
  line: `${street}, ${number}`,
  suburb,
  city: city.name,
  state: city.state,
  postcode: asPostcode(postcode),
});

export type City = { name: string; state: string; stateName: string; postcodes: [number, number] };

/** Cities, with the range of the first five digits of their postcodes. */
export const CITIES: City[] = [
  { name: 'São Paulo', state: 'SP', stateName: 'São Paulo', postcodes: [1000, 5899] },
  { name: 'Campinas', state: 'SP', stateName: 'São Paulo', postcodes: [13010, 13139] },
  { name: 'São José dos Campos', state: 'SP', stateName: 'São Paulo', postcodes: [12209, 12248] },
  { name: 'Ribeirão Preto', state: 'SP', stateName: 'São Paulo', postcodes: [14010, 14109] },
  { name: 'Rio de Janeiro', state: 'RJ', stateName: 'Rio de Janeiro', postcodes: [20010, 23799] },
  { name: 'Niterói', state: 'RJ', stateName: 'Rio de Janeiro', postcodes: [24020, 24399] },
  { name: 'Belo Horizonte', state: 'MG', stateName: 'Minas Gerais', postcodes: [30110, 31999] },
  { name: 'Uberlândia', state: 'MG', stateName: 'Minas Gerais', postcodes: [38400, 38415] },
  { name: 'Juiz de Fora', state: 'MG', stateName: 'Minas Gerais', postcodes: [36010, 36099] },
  { name: 'Vitória', state: 'ES', stateName: 'Espírito Santo', postcodes: [29010, 29099] },
  { name: 'Curitiba', state: 'PR', stateName: 'Paraná', postcodes: [80010, 82999] },
  { name: 'Londrina', state: 'PR', stateName: 'Paraná', postcodes: [86010, 86099] },
  { name: 'Florianópolis', state: 'SC', stateName: 'Santa Catarina', postcodes: [88010, 88099] },
  { name: 'Joinville', state: 'SC', stateName: 'Santa Catarina', postcodes: [89201, 89239] },
  { name: 'Porto Alegre', state: 'RS', stateName: 'Rio Grande do Sul', postcodes: [90010, 91799] },
  { name: 'Caxias do Sul', state: 'RS', stateName: 'Rio Grande do Sul', postcodes: [95010, 95099] },
  { name: 'Salvador', state: 'BA', stateName: 'Bahia', postcodes: [40010, 41999] },
  { name: 'Feira de Santana', state: 'BA', stateName: 'Bahia', postcodes: [44001, 44099] },
  { name: 'Recife', state: 'PE', stateName: 'Pernambuco', postcodes: [50010, 52999] },
  { name: 'Fortaleza', state: 'CE', stateName: 'Ceará', postcodes: [60010, 61599] },
  { name: 'Natal', state: 'RN', stateName: 'Rio Grande do Norte', postcodes: [59010, 59139] },
  { name: 'João Pessoa', state: 'PB', stateName: 'Paraíba', postcodes: [58010, 58099] },
  { name: 'Maceió', state: 'AL', stateName: 'Alagoas', postcodes: [57010, 57099] },
  { name: 'São Luís', state: 'MA', stateName: 'Maranhão', postcodes: [65010, 65109] },
  { name: 'Belém', state: 'PA', stateName: 'Pará', postcodes: [66010, 66999] },
  { name: 'Manaus', state: 'AM', stateName: 'Amazonas', postcodes: [69005, 69099] },
  { name: 'Goiânia', state: 'GO', stateName: 'Goiás', postcodes: [74003, 74899] },
  { name: 'Brasília', state: 'DF', stateName: 'Distrito Federal', postcodes: [70040, 72799] },
  { name: 'Cuiabá', state: 'MT', stateName: 'Mato Grosso', postcodes: [78005, 78099] },
  { name: 'Campo Grande', state: 'MS', stateName: 'Mato Grosso do Sul', postcodes: [79002, 79124] },
];
