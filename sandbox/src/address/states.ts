export const STATES: Record<string, string> = {
  AC: 'Acre', AL: 'Alagoas', AP: 'Amapá', AM: 'Amazonas', BA: 'Bahia', CE: 'Ceará', DF: 'Distrito Federal', ES: 'Espírito Santo',
  GO: 'Goiás', MA: 'Maranhão', MT: 'Mato Grosso', MS: 'Mato Grosso do Sul', MG: 'Minas Gerais', PA: 'Pará', PB: 'Paraíba', PR: 'Paraná',
  PE: 'Pernambuco', PI: 'Piauí', RJ: 'Rio de Janeiro', RN: 'Rio Grande do Norte', RS: 'Rio Grande do Sul', RO: 'Rondônia', RR: 'Roraima',
  SC: 'Santa Catarina', SP: 'São Paulo', SE: 'Sergipe', TO: 'Tocantins',
};

/** The abbreviation in capitals, set off by a separator or at the end. Two letters inside a sentence are no state. */
export function stateOf(text: string) {
  const codes = Object.keys(STATES).join('|');
  const found = [...text.matchAll(new RegExp(`(?<=[\\s,;/(-]|^)(${codes})(?=\\s*(?:[,;)\\n-]|\\d{5}|CEP|Bra[sz]il|$))`, 'g'))].at(-1);
  const code = found?.[1];
  return code ? { value: code, stdValue: code, score: 0.97 } : null;
}
