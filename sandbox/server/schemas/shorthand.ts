import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { isObject } from '../json.ts';

/* For what is checked. Types that others use are derived from it. */

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const oneOf = <T extends string>(...texts: T[]) => Type.Union(texts.map((one) => Type.Literal(one)));

/** The same schema, whose objects have no other members than it names, unless it says so. */
export function closed<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(closed) as Schema;
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]));
  return (schema['properties'] && 'type' in schema ? { additionalProperties: false, ...inner } : inner) as Schema;
}

/*
 * Short forms for the schemas of results. Every schema with an `$id` becomes a section of the published document.
 * `x-sandbox` marks a choice of the sandbox.
 */

type Notes = { description?: string; 'x-sandbox'?: string | string[] };

export const text = (description: string, notes: Notes = {}) => Type.String({ description, ...notes });
export const integer = (description: string) => Type.Integer({ description });
export const score = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
export const list = (items: TSchema, description?: string, notes: Notes = {}) =>
  Type.Array(items, { ...(description && { description }), ...notes });

export function nullable(schema: TSchema): TSchema {
  if (schema['$ref']) return Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
  return Type.Unsafe({ ...schema, type: [schema['type'], 'null'] });
}

export const component = ($id: string, title: string, members: TProperties, notes: Notes = {}) =>
  Type.Object(members, { $id, title, ...notes });

export const ref = ({ $id }: TSchema, notes: Notes = {}) => Type.Unsafe({ $ref: `${$id}#`, ...notes });

export const SCORE = 'Confidence, 0 to 1';
export const confidence = nullable(score(SCORE));
export const name = text('Identifier; find values by `name`, never by position');
export const stdName = nullable(text('Standardised name'));
export const tags = (description = 'Identifiers `key=value` of the document') => list(Type.String(), description);
