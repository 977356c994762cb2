import type { INodeProperties } from 'n8n-workflow';

/** What the fields have in common that are lists of names and values, as `ParameterReader.pairs` reads them. */
export const pairsOf = (
  displayName: string,
  name: string,
  /** What the fields of an entry have of their own. */
  own: { name?: Partial<INodeProperties>; value?: Partial<INodeProperties> } = {},
): Pick<INodeProperties, 'type' | 'typeOptions' | 'placeholder' | 'default' | 'options'> => ({
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: `Add ${displayName.toLowerCase()}`,
  default: {},
  options: [
    {
      displayName,
      name,
      values: [
        { displayName: 'Name', name: 'name', type: 'string', default: '', ...own.name },
        { displayName: 'Value', name: 'value', type: 'string', default: '', ...own.value },
      ],
    },
  ],
});
