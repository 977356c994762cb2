import { CITIES, type City } from './cities.ts';
import type { Random } from './random.ts';

export type Address = {
  street: string;
  number: string;
  extra: string | null;
  suburb: string;
  city: City;
  postcode: string;
};

const TYPES = [
  'Rua',
  'Rua',
  'Rua',
  'Avenida',
  'Avenida',
  'Travessa',
  'Alameda',
  'Praça',
  'Rodovia',
  'Largo',
  'Estrada',
];
const STREETS = [
  'das Palmeiras',
  'do Comércio',
  'Marechal Deodoro',
  'Sete de Setembro',
  'XV de Novembro',
  'Padre Anchieta',
  'das Laranjeiras',
  'Visconde do Rio Branco',
  'Treze de Maio',
  'Doutor Amostra',
  'Coronel Modelo',
  'da Independência',
  'Professora Inês Exemplo',
  'dos Ipês',
  'Barão do Triunfo',
  'Santa Cecília',
  'São João',
  'Engenheiro Ensaio',
  'Presidente Vargas',
  'da Conceição',
];
const SUBURBS = [
  'Centro',
  'Jardim América',
  'Vila Nova',
  'Boa Vista',
  'Santo Antônio',
  'São José',
  'Parque das Nações',
  'Bela Vista',
  'Cidade Nova',
  'Jardim Botânico',
  'Alto da Glória',
  'Vila São João',
  'Nossa Senhora de Fátima',
  'Água Verde',
  'Liberdade',
];
const EXTRAS = [
  'apto 42',
  'sala 1203',
  'bloco B',
  'casa 2',
  'conjunto 81',
  'fundos',
  'loja 5',
  'apto 101 bloco C',
  '2º andar',
];

export function madeAddress(random: Random, city: City = random.pick(CITIES)): Address {
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
