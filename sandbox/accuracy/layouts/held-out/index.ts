// Layouts that nobody who writes rules looks at: they show what the rules are worth.
export * from './cards.ts';
export * from './invoices.ts';
export * from './papers.ts';
