import type { Random } from './random.ts';
import { standardForms, textList } from '../../reader/src/text/pattern.ts';

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

export function generateAddress(random: Random) {
  const city = random.pick(CITIES);
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

const STATES = standardForms(`
  São Paulo: SP | Rio de Janeiro: RJ | Minas Gerais: MG | Espírito Santo: ES | Paraná: PR | Santa Catarina: SC |
  Rio Grande do Sul: RS | Bahia: BA | Pernambuco: PE | Ceará: CE | Rio Grande do Norte: RN | Paraíba: PB |
  Alagoas: AL | Maranhão: MA | Pará: PA | Amazonas: AM | Goiás: GO | Distrito Federal: DF | Mato Grosso: MT |
  Mato Grosso do Sul: MS
`);

/** Cities, with their states and the range of the first five digits of their postcodes. */
export const CITIES = textList(`
  São Paulo SP 1000 5899 | Campinas SP 13010 13139 | São José dos Campos SP 12209 12248 |
  Ribeirão Preto SP 14010 14109 | Rio de Janeiro RJ 20010 23799 | Niterói RJ 24020 24399 |
  Belo Horizonte MG 30110 31999 | Uberlândia MG 38400 38415 | Juiz de Fora MG 36010 36099 | Vitória ES 29010 29099 |
  Curitiba PR 80010 82999 | Londrina PR 86010 86099 | Florianópolis SC 88010 88099 | Joinville SC 89201 89239 |
  Porto Alegre RS 90010 91799 | Caxias do Sul RS 95010 95099 | Salvador BA 40010 41999 |
  Feira de Santana BA 44001 44099 | Recife PE 50010 52999 | Fortaleza CE 60010 61599 | Natal RN 59010 59139 |
  João Pessoa PB 58010 58099 | Maceió AL 57010 57099 | São Luís MA 65010 65109 | Belém PA 66010 66999 |
  Manaus AM 69005 69099 | Goiânia GO 74003 74899 | Brasília DF 70040 72799 | Cuiabá MT 78005 78099 |
  Campo Grande MS 79002 79124
`).map((city): City => {
  const [, name = city, state = '', low, high] = /^(.*) (\w\w) (\d+) (\d+)$/.exec(city) ?? [];
  return { name, state, stateName: STATES[state] ?? '', postcodes: [Number(low), Number(high)] };
});
