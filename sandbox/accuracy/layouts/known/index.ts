// Layouts that rules may be written with.
export * from './cards.ts';
export * from './invoices.ts';
export * from './papers.ts';
