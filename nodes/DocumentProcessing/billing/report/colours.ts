/**
 * Colours by what they are for: in the mail itself, and in programs that show mails dark. Neither is black or white,
 * which some programs invert.
 */
export const COLOURS = {
  page: { light: '#f3f4f6', dark: '#14171b' },
  card: { light: '#fdfdfe', dark: '#1d2127' },
  line: { light: '#dfe3e8', dark: '#363d46' },
  text: { light: '#1f2933', dark: '#e4e7eb' },
  muted: { light: '#5a6573', dark: '#a5afbb' },
  track: { light: '#e9edf2', dark: '#2c323a' },
  bar: { light: '#3b6ea8', dark: '#6f9fd6' },
} as const;

type Colour = keyof typeof COLOURS;

const BACKGROUNDS: Colour[] = ['page', 'card', 'track', 'bar'];

/** For programs that know media queries; they need a class to hold on to, as what is inline counts more. */
export const DARK_STYLES = Object.entries(COLOURS)
  .map(([name, { dark }]) => `.${name}{${propertyOf(name as Colour)}:${dark}!important}`)
  .join('');

function propertyOf(colour: Colour): string {
  if (colour === 'line') return 'border-color';
  return BACKGROUNDS.includes(colour) ? 'background-color' : 'color';
}
