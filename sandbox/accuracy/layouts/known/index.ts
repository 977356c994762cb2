// Layouts that rules may be written with.
export { contractClauses } from './contractClauses.ts';
export { letterForm } from './letterForm.ts';
export { letterGrid } from './letterGrid.ts';
export { letterLeaders } from './letterLeaders.ts';
export { letterRight } from './letterRight.ts';
export { mixedFile } from './mixedFile.ts';
export { mixedStranger } from './mixedStranger.ts';
export { nfseBoxes } from './nfseBoxes.ts';
export { registrySheet } from './registrySheet.ts';
export { statementColumns } from './statementColumns.ts';
export { statementSigns } from './statementSigns.ts';
export * from './bankSlips.ts';
export * from './codePages.ts';
export * from './goodsInvoices.ts';
export * from './identityCards.ts';
export * from './licences.ts';
export * from './passports.ts';
export * from './paymentCards.ts';
