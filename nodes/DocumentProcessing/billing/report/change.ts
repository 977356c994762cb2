import type { Format } from './format';

/** How a number differs from the one before, by a sign as well: colours alone do not tell everybody. */
export function describeChange(now: number, before: number, format: Format): string {
  if (now === before) return '= unchanged';
  const [arrow, sign] = now > before ? ['▲', '+'] : ['▼', '−'];
  return before === 0 ? `${arrow} new` : `${arrow} ${sign}${shareOf(now, before, format)}`;
}

/** The same in words. */
export function tellChange(now: number, before: number, format: Format): string {
  if (now === before) return '= Unchanged from the period before';
  if (before === 0) return '▲ More than in the period before, which had nothing to be billed';
  return `${now > before ? '▲' : '▼'} ${shareOf(now, before, format)} ${now > before ? 'more' : 'less'} than in the period before`;
}

const shareOf = (now: number, before: number, format: Format): string =>
  format.percent(Math.abs((now - before) / before));
