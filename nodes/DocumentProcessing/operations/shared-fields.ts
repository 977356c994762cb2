// n8n sends the description of a node to every editor. A field that operations share stands in it once, with the
// operations that show it, so that the description hardly grows with an operation.
import type { INodeProperties } from 'n8n-workflow';
import { when } from '../parameters/tool-fields';
import type { Operation } from './operation';

interface OperationFields {
  operation: Operation;
  fields: INodeProperties[];
}

interface SharedField {
  field: INodeProperties;
  key: string;
  operations: Operation[];
  /** Of a collection: what each operation has in it. */
  members: OperationFields[];
}

/**
 * The fields of all operations, each with the condition that shows it for those that have it. Every operation keeps the
 * order of its fields: one that two operations have in another order stands twice.
 */
export const shareFields = (all: OperationFields[]): INodeProperties[] =>
  share(all).map(({ field, operations, members }) => {
    const resource = [...new Set(operations.map((one) => one.resource))];
    const shown = { ...field, ...(members.length > 0 && { options: shownInCollection(members) }) };
    return when('show', { resource, operation: namesOf(operations) }, shown);
  });

/**
 * The members of a collection that several operations have: one that most have is hidden for the others. Names of
 * operations are unique across resources.
 */
const shownInCollection = (all: OperationFields[]): INodeProperties[] =>
  share(all).map(({ field, operations }) => {
    const others = all.map(({ operation }) => operation).filter((one) => !operations.includes(one));
    if (others.length === 0) return field;
    return others.length < operations.length
      ? when('hide', { '/operation': namesOf(others) }, field)
      : when('show', { '/operation': namesOf(operations) }, field);
  });

const namesOf = (operations: Operation[]): string[] => operations.map(({ operation }) => operation);

function share(all: OperationFields[]): SharedField[] {
  const shared: SharedField[] = [];
  for (const { operation, fields } of all) {
    let position = 0;
    for (const field of fields) {
      const key = keyOf(field);
      const found = shared.findIndex((one, index) => index >= position && one.key === key);
      const place = found < 0 ? position : found;
      if (found < 0) shared.splice(place, 0, { field, key, operations: [], members: [] });
      const one = shared[place] as SharedField;
      one.operations.push(operation);
      if (field.type === 'collection') one.members.push({ operation, fields: field.options as INodeProperties[] });
      position = place + 1;
    }
  }
  return shared;
}

/** Fields with the same key are one. The members of a collection are shared on their own. */
const keyOf = (field: INodeProperties): string =>
  JSON.stringify(field.type === 'collection' ? { ...field, options: undefined } : field);
