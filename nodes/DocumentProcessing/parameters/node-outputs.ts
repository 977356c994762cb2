import * as n8nWorkflow from 'n8n-workflow';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/** Whether an option adds an output, as `outputs` tells n8n. */
export const addsOutput = (option: unknown): boolean => IS_ON.test(String(option));

const IS_ON = /^\s*true\s*$/i;

const isOn = (option: string): string => `${IS_ON.toString()}.test(($parameter.options || {}).${option})`;

const output = (name: string): string => `[{ type: "main", displayName: "${name}" }]`;

/** The outputs of a node, which n8n computes from its parameters. */
export const outputs: INodeTypeDescription['outputs'] = `={{ ${isOn('reviewOutput')}
  ? ${output('Done')}.concat(${output('Needs Review')}, ${isOn('skipAlreadyRead')} ? ${output('Already Read')} : [])
  : ${isOn('skipAlreadyRead')} ? ${output('Done')}.concat(${output('Already Read')}) : [{ type: "main" }] }}`;

/**
 * Whether an execution that waited can go on by another output than the first. Before 2.39, n8n drops the items of the
 * others. A node is not told the version, but 2.39 is the first whose n8n-workflow has this function.
 */
export const RESUMES_WITH_ALL_OUTPUTS = 'checkNodesApiVersion' in n8nWorkflow;

/** Of an option that adds an output before others. */
const CHECK_CONNECTIONS =
  ' n8n keeps connections by the number of the output: check those of the outputs below when you switch it.';

/** The number of outputs cannot depend on an item, so this option takes no expression. */
export const reviewOutputOption: INodeProperties = {
  displayName: 'Review Output',
  name: 'reviewOutput',
  type: 'boolean',
  noDataExpression: true,
  default: false,
  description:
    'Whether to add a second output, "Needs Review", for documents that were not identified or have "needsReview" set to true.' +
    CHECK_CONNECTIONS,
};

/** Says in the editor of an n8n where it is so that a wait ends with one output. */
export const firstOutputNotice: INodeProperties[] = RESUMES_WITH_ALL_OUTPUTS
  ? []
  : [
      {
        displayName:
          'In this version of n8n, an execution that waited goes on by its first output only: "Needs Review" stays empty, and ' +
          'documents to be reviewed are among the others, with <code>needsReview: true</code>. n8n 2.39 and later have both outputs.',
        name: 'reviewOutputNotice',
        type: 'notice',
        displayOptions: { show: { delivery: ['wait'], '/options.reviewOutput': [true] } },
        default: '',
      },
    ];

const skipAlreadyReadOption: INodeProperties = {
  displayName: 'Skip Files Already Read',
  name: 'skipAlreadyRead',
  type: 'boolean',
  noDataExpression: true,
  default: false,
  description:
    'Whether to send no file that this node has read before with the same parameters. ' +
    'Such items leave unchanged by an output "Already Read".' +
    CHECK_CONNECTIONS,
};

const forgetAlreadyReadOption: INodeProperties = {
  displayName: 'Forget Files Already Read',
  name: 'forgetAlreadyRead',
  type: 'boolean',
  default: false,
  description: 'Whether to read a file again, and pay for it again. Does nothing without Skip Files Already Read.',
};

/** Options of the operations that send a file and get its answer at once. */
export const alreadyReadOptions: INodeProperties[] = [skipAlreadyReadOption, forgetAlreadyReadOption];
