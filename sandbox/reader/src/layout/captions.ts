import { hasLabel, isLabelLike, isValueLike, labelStrength } from './labels.ts';
import { namesSection } from './labelWords.ts';
import type { Line, Segment } from './segments.ts';

/** A style that prints captions: so many texts at least, these shares of them label words and at most these values. */
const CAPTIONS = { fewest: 5, labels: 0.45, values: 0.12 };
/** Text in other type, for each caption: where there is hardly any, labels and values look alike. */
const FEWEST_VALUES = 0.3;
/** A style that prints nothing but headings needs fewer label words. */
const HEADINGS = { fewest: 3, labels: 0.3 };

/**
 * The captions of a form: the texts in the type that its labels are printed in, and label words that are repeated. In
 * a form with empty cells they stand where values would: a label is never a value. Only type that is exactly known
 * tells; that of recognised text is measured.
 */
export function findCaptions(lines: Line[]): Set<Segment> {
  const segments = lines.flatMap((line) => line.segments).filter(({ recognised }) => !recognised);
  const styles = Map.groupBy(segments, ({ size, bold }) => `${Math.round(size * 4)} ${bold}`);
  const captions = [...styles.values()].filter(printsCaptions).flat();
  const hasOwnType = segments.length - captions.length >= FEWEST_VALUES * captions.length;
  const known = segments.filter(({ text }) => labelStrength(text) === 3 && !hasLabel(text));
  const repeated = [...Map.groupBy(known, ({ text }) => text).values()].filter((same) => same.length > 1).flat();
  return new Set([...(hasOwnType ? captions.filter(mayBeCaption) : []), ...repeated]);
}

function printsCaptions(segments: Segment[]): boolean {
  const share = (fits: (segment: Segment) => boolean) => segments.filter(fits).length / segments.length;
  const labels = share(({ text }) => !hasLabel(text) && (labelStrength(text) >= 2 || namesSection(text)));
  const values = share(({ text }) => isValueLike(text) || hasLabel(text));
  if (segments.length >= CAPTIONS.fewest && labels >= CAPTIONS.labels && values <= CAPTIONS.values) return true;
  return segments.length >= HEADINGS.fewest && labels >= HEADINGS.labels && segments.every(mayBeCaption);
}

const mayBeCaption = ({ text }: Segment) => isLabelLike(text) && !isValueLike(text) && !hasLabel(text);
