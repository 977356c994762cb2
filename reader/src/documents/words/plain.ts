/** What is left of a text when accents, blanks and signs were lost and digits were taken for letters. */
export function plain(text: string): string {
  const letters = text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return letters.replace(/0/g, 'O').replace(/1/g, 'I').replace(/5/g, 'S').replace(/8/g, 'B');
}
