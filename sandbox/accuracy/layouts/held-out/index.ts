// Layouts that nobody who writes rules looks at: they show what the rules are worth.
export { contractPages } from './contractPages.ts';
export { formBoxes } from './formBoxes.ts';
export { letterColumns } from './letterColumns.ts';
export { mixedPages } from './mixedPages.ts';
export { nfseNational } from './nfseNational.ts';
export { nfseTown } from './nfseTown.ts';
export { registryProse } from './registryProse.ts';
export { statementLedger } from './statementLedger.ts';
export * from './bankSlips.ts';
export * from './codePages.ts';
export * from './goodsInvoices.ts';
export * from './identityCards.ts';
export * from './licences.ts';
export * from './passports.ts';
export * from './paymentCards.ts';
