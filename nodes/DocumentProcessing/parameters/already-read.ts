import type { INodeProperties } from 'n8n-workflow';
import { CHECK_CONNECTIONS } from './review-output';

/** The number of outputs cannot depend on an item, so this option takes no expression. */
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
