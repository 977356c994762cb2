/** Words of the labels that invoices have; a label that was misread is read as these. */
const WORDS = (
  'acesso aliquota autenticidade bairro base bruto calculo chave cidade codigo cofins complemento csll data deducoes descricao destinatario discriminacao eletronica email emissao emitente ' +
  'endereco estadual estado fantasia fiscal hora informacoes inscricao inss intermediario irrf item lista liquido local logradouro municipal municipio nome nota numero observacoes outras ' +
  'prestacao prestador prestadores quantidade razao regime remetente retido retencao serie servico servicos situacao social telefone tomador total unitario valor verificacao'
).split(' ');

/** Small letters without accents and signs; what stands in brackets (R$, %) is no part of a label's name. */
export function plainLabel(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain
    .replace(/\(.*?\)|r\$/g, ' ')
    .replace(/ª/g, 'a')
    .replace(/[º°]/g, 'o')
    .replace(/e-mail/g, 'email')
    .replace(/nf(s?)[\s-]{0,3}e\b/g, 'nf$1e')
    .replace(/[^a-z0-9]+/g, ' ');
  // A speck after a label is read as a letter.
  return words
    .trim()
    .split(' ')
    .map(corrected)
    .join(' ')
    .replace(/( [aeo])+$/, '');
}

const SAFE_LENGTH = 5;

/** A long word with a letter or two misread is still that word. */
function corrected(word: string): string {
  if (word.length < SAFE_LENGTH || WORDS.includes(word)) return word;
  const letters = word.replace(/0/g, 'o').replace(/1/g, 'i').replace(/5/g, 's');
  const most = letters.length >= 8 ? 2 : 1;
  return WORDS.find((other) => other.length === letters.length && differences(other, letters) <= most) ?? word;
}

const differences = (a: string, b: string) => [...a].filter((letter, index) => letter !== b[index]).length;
