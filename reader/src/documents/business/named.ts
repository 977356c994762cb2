import { standardName } from '../../text/naming.ts';
import type { NamedField } from '../../reading.ts';

/** Fields with the standard names they have, if they have one. */
export const namedFields = (fields: { name: string; value: string | null; score: number | null }[]): NamedField[] =>
  fields.map(({ name, value, score }) => ({ name, stdName: standardName(name), value, score }));
