/** What names of suburbs begin with, so that one shows where nothing separates it from the street. */
const OPENERS = new Set([
  'bairro', 'jardim', 'jd', 'vila', 'vl', 'parque', 'pq', 'setor', 'conjunto', 'conj', 'residencial', 'loteamento', 'nucleo', 'cidade', 'balneario', 'chacara', 'granja',
  'distrito', 'zona', 'povoado', 'quinta', 'recanto', 'portal', 'vale', 'alto', 'barra', 'asa',
]);
const WHOLE = new Set(['centro', 'interior']);

export const opensSuburb = (plain: string) => OPENERS.has(plain);
export const isWholeSuburb = (plain: string) => WHOLE.has(plain);

/** Words that lead to a place and are no part of its name: `no bairro do Batel`, `na cidade de Curitiba`. */
export const LEADING = /^(bairro|no|na|em|de|do|da|dos|das|e|a|o|cidade|municipio|comarca|estado|distrito|cep|localizad[oa]|situad[oa]|capital|desta|nesta|neste)$/;

/** Suburbs all over the country that are called like a municipality; alone they could be either. */
export const AMBIGUOUS = new Set([
  'boavista', 'belavista', 'santaluzia', 'saofrancisco', 'santoantonio', 'petropolis', 'ipiranga', 'aparecida', 'santacruz', 'santahelena', 'planalto', 'bomjesus', 'liberdade',
  'primavera', 'saojose', 'santateresinha', 'santaterezinha', 'santarita', 'saojorge', 'saodomingos', 'saosebastiao', 'saopedro', 'saogeraldo', 'saobenedito', 'santana', 'penha', 'lapa',
  'pinheiros', 'saude', 'esplanada', 'independencia', 'alvorada', 'progresso', 'canaa', 'jardim', 'ouropreto', 'santaisabel', 'vilanova', 'novoprogresso', 'saocristovao', 'consolacao',
  'perdizes', 'floresta', 'gloria', 'santamonica', 'saolucas', 'saojoao', 'palmares', 'cordeiro', 'estreito', 'saovicente', 'novaesperanca',
]);
