import type { INodeTypeDescription } from 'n8n-workflow';

/** Whether an option adds an output, as `outputs` tells n8n. */
export const addsOutput = (option: unknown): boolean => IS_ON.test(String(option));

const IS_ON = /^\s*true\s*$/i;

const isOn = (option: string): string => `${IS_ON.toString()}.test(($parameter.options || {}).${option})`;

const output = (name: string): string => `[{ type: "main", displayName: "${name}" }]`;

/** The outputs of a node, which n8n computes from its parameters. */
export const outputs: INodeTypeDescription['outputs'] = `={{ ${isOn('reviewOutput')}
  ? ${output('Done')}.concat(${output('Needs Review')}, ${isOn('skipAlreadyRead')} ? ${output('Already Read')} : [])
  : ${isOn('skipAlreadyRead')} ? ${output('Done')}.concat(${output('Already Read')}) : [{ type: "main" }] }}`;
