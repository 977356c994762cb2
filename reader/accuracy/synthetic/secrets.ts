import { encodeVio } from '../../src/documents/driverLicence/vioCode.ts';
import type { TrueField } from '../document.ts';
import { licenceFields, type Driver } from './drivers.ts';
import type { Random } from './random.ts';

/** What the sandbox's own test code holds of a driver, and the code. */
export function testCode(driver: Driver): { code: string; fields: TrueField[] } {
  const said = licenceFields(driver).filter(({ value }) => value !== null);
  const fields = said.map(({ name, value }) => ({ name, value }));
  return { code: encodeVio(Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']))), fields };
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'];

/** As dense as the state's encrypted codes are, with nothing in it. */
export const denseText = (random: Random, length: number): string =>
  Array.from({ length }, () => random.pick(ALPHABET)).join('');
