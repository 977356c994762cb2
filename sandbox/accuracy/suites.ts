import { addresses } from './addresses.ts';
import { codes } from './codes/suite.ts';
import { forms } from './forms/suite.ts';
import { hostile } from './hostile/suite.ts';
import { layers } from './layers/suite.ts';
import { layouts } from './layouts/suite.ts';
import { load } from './load/suite.ts';
import { mrz } from './mrz/suite.ts';
import { receipts } from './receipts/suite.ts';

/** All that the reader is measured with, in the order of the report: each is an option of `npm run accuracy`. */
export const SUITES = { layouts, addresses, forms, layers, receipts, mrz, codes, load, hostile };

export type SuiteName = keyof typeof SUITES;
