/** More characters than this are not lost or doubled in one line. */
const MOST_WRONG = 3;
const SHORTEST_FILLING = 2;

/**
 * Those readings of a line that can be one of this length. What had it from the start is believed before what had to be
 * repaired.
 */
export function fitting(readings: string[], length: number): string[] {
  const exact = readings.map(cleaned).filter((line) => line.length === length);
  return exact.length > 0 ? exact : readings.map((text) => repaired(text, length)).filter((line) => line !== null);
}

function repaired(text: string, length: number): string | null {
  const line = cleaned(text);
  const missing = length - line.length;
  const filling = line.match(/<+/g)?.toSorted((a, b) => b.length - a.length)[0] ?? '';
  // Fillers are miscounted where there are many of them.
  if (
    Math.abs(missing) > MOST_WRONG ||
    filling.length < SHORTEST_FILLING ||
    filling.length + missing < SHORTEST_FILLING
  )
    return null;
  return line.replace(filling, '<'.repeat(filling.length + missing));
}

function cleaned(text: string): string {
  const line = text
    .toUpperCase()
    .replaceAll('«', '<<')
    .replace(/[\s.,'’-]/g, '')
    .replace(/[(\[{‹]/g, '<')
    .replace(/[^A-Z0-9<]/g, '<');
  // Fillers that were taken for letters: nothing follows many fillers but more of them, and a digit at the very end.
  return line.replace(
    /(<{3,})([A-Z]{1,2}(?=<))/g,
    (_, fillers: string, letters: string) => fillers + '<'.repeat(letters.length),
  );
}
