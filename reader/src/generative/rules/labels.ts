/** Labels that stand inside running text and end what stands behind another. */
const LABELS = String.raw`im[óo]vel|propriet[áa]ri[oa]s?(?:\s?\([^)]*\))?|registro\s+anterior|t[íi]tulo\s+(?:anterior|aquisitivo)|matr[íi]cula\s+anterior|transcri[çc][ãa]o\s+anterior|cadastro(?:\s+municipal)?|inscri[çc][ãa]o(?:\s+(?:imobili[áa]ria|cadastral|municipal))?|contribuinte|confronta[çc][õo]es|observa[çc][ãa]o|obs|data|ficha|livro|matr[íi]cula|valor`;
const LABEL = new RegExp(String.raw`(?<![\p{L}])(?:${LABELS})\s*(?:n[º°o.]*\s*)?[:–]`, 'giu');
const LONGEST = 2000;

/** What stands behind a label up to the next one; null if the label is not there. */
export function passageBehind(text: string, label: string): string | null {
  const found = new RegExp(String.raw`(?<![\p{L}])${label}\s*[:–-]\s*`, 'iu').exec(text);
  if (!found) return null;
  const from = found.index + found[0].length;
  const next = [...text.slice(from).matchAll(LABEL)][0]?.index ?? text.length;
  return text.slice(from, from + Math.min(next, LONGEST)).replace(/[\s;,–-]+$/, '') || null;
}
