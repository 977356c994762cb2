import type { Format } from './format';

/** How a number differs from the one before, in a sign and in words: colours alone do not tell everybody. */
export function describeChange(now: number, before: number, format: Format): string {
	if (now === before) return '= unchanged';
	const [sign, word] = now > before ? ['▲', 'more'] : ['▼', 'less'];
	return before === 0 ? `${sign} ${word} than none` : `${sign} ${format.percent(Math.abs((now - before) / before))} ${word}`;
}

/** The same as a whole sentence. */
export function tellChange(now: number, before: number, format: Format): string {
	if (now === before) return '= Unchanged from the period before';
	if (before === 0) return '▲ There was nothing to be billed in the period before';
	return `${describeChange(now, before, format)} than in the period before`;
}
