import type { Layout } from '../../document.ts';

/** Layouts that nobody who writes rules looks at: they show what the rules are worth. */
export const unseen: Layout[] = [];
