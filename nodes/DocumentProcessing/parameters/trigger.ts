import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { optionsThatReadBody, bodyOption } from './body';
import { outputFields, outputOptions } from './output-settings';

export const triggerProperties: INodeProperties[] = [
  {
    displayName:
      'Actions of this workflow with the delivery "To the Document Processing Trigger" find this trigger by themselves while it is active. In other workflows, give them the production URL above as "Callback URL".',
    name: 'addressNotice',
    type: 'notice',
    default: '',
  },
  {
    displayName: 'Events',
    name: 'events',
    type: 'multiOptions',
    options: [
      { name: 'Content Extraction', value: 'contentExtraction', description: 'The result of a started extraction' },
      { name: 'Enrichment', value: 'enrichment', description: 'The result of a started enrichment' },
    ],
    default: ['contentExtraction', 'enrichment'],
    required: true,
    description: 'Which results start this workflow',
  },
  ...outputFields,
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: { ...optionsThatReadBody },
    options: [...outputOptions, bodyOption],
  },
];

/** What the editor tells while nothing has come yet. */
export const triggerPanel: Pick<
  INodeTypeDescription,
  'triggerPanel' | 'activationMessage' | 'eventTriggerDescription'
> = {
  eventTriggerDescription: 'Waiting for a result from the service',
  activationMessage: 'Results of the service now start this workflow.',
  triggerPanel: {
    header: 'Receive results from the service',
    executionsHelp: {
      inactive:
        '<b>To test:</b> press "Listen for test event", then start an extraction or enrichment that delivers to the test URL. <br /><br /><b>To use it:</b> activate the workflow. Actions of this workflow then deliver here by themselves.',
      active:
        '<b>The workflow is active:</b> results start executions of their own, which you find in the list of executions. <br /><br /><b>Nothing arrives?</b> The service must be able to reach the address of this n8n instance (setting WEBHOOK_URL), and both nodes must use the same credential.',
    },
    activationHint: 'Results come in without this panel once the workflow is active.',
  },
};
