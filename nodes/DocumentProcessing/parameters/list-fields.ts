import type { INodeProperties } from 'n8n-workflow';

type ListField = Pick<INodeProperties, 'type' | 'typeOptions' | 'placeholder' | 'default' | 'options'>;

/** What the fields have in common that are lists of entries, as `ParameterReader.rows` reads them. */
export const listOf = (displayName: string, name: string, values: INodeProperties[]): ListField => ({
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: `Add ${displayName.toLowerCase()}`,
  default: {},
  options: [{ displayName, name, values }],
});

/** The same of names and values, as `ParameterReader.pairs` reads them. */
export const pairsOf = (
  displayName: string,
  name: string,
  /** What the fields of an entry have of their own. */
  own: { name?: Partial<INodeProperties>; value?: Partial<INodeProperties> } = {},
): ListField =>
  listOf(displayName, name, [
    { displayName: 'Name', name: 'name', type: 'string', default: '', ...own.name },
    { displayName: 'Value', name: 'value', type: 'string', default: '', ...own.value },
  ]);
