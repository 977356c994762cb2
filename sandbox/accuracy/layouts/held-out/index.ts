// Layouts that nobody who writes rules looks at: they show what the rules are worth.
export * from './bankSlips.ts';
export * from './codePages.ts';
export * from './contracts.ts';
export * from './goodsInvoices.ts';
export * from './identityCards.ts';
export * from './letters.ts';
export * from './licences.ts';
export * from './mixedFiles.ts';
export * from './passports.ts';
export * from './paymentCards.ts';
export * from './registries.ts';
export * from './serviceInvoices.ts';
export * from './statements.ts';
