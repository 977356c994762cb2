import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { asObject } from '../common/shape';

/**
 * The versions of the Document Processing node. A saved workflow keeps the version it was made with, and with it the
 * parameters and defaults of that version.
 */
export const NODE_VERSIONS = [1, 1.1];

/** Properties as version 1 shows them. */
export const inVersion1 = (properties: INodeProperties[]): INodeProperties[] =>
  updateDisplayOptions({ show: { '@version': [1] } }, properties);

/** Properties as version 1.1 and later show them. */
export const since1_1 = (properties: INodeProperties[]): INodeProperties[] =>
  updateDisplayOptions({ show: { '@version': [{ _cnd: { gte: 1.1 } }] } }, properties);

/** A property that the editor does not show. n8n drops parameters that a node does not have: this one is still read. */
const hidden = ({ name, displayName, displayOptions }: INodeProperties, value: string): INodeProperties => ({
  displayName,
  name,
  type: 'hidden',
  default: value,
  ...(displayOptions && { displayOptions }),
});

/** A parameter that version 1.1 no longer shows and still obeys. */
export const shownInVersion1 = (property: INodeProperties): INodeProperties[] => [
  ...inVersion1([property]),
  ...since1_1([hidden(property, String(property.default))]),
];

/** A parameter that stands in the options since version 1.1. Each version also reads it in the other place. */
export function movedIntoOptions(parameter: INodeProperties): {
  parameter: INodeProperties[];
  option: INodeProperties[];
} {
  const { displayOptions: _ofParameter, required: _required, ...option } = parameter;
  return {
    parameter: [...inVersion1([parameter]), ...since1_1([hidden(parameter, '')])],
    option: [...inVersion1([hidden(option as INodeProperties, '')]), ...since1_1([option])],
  };
}

/** A parameter from the options, or else from its own place. */
export function optionOrParameter(item: { parameter(name: string): unknown }, name: string): unknown {
  const option = asObject(item.parameter('options'))[name];
  return option === undefined || option === null || option === '' ? item.parameter(name) : option;
}
