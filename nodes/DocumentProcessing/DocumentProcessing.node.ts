import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { execute } from './engine/execute';
import { properties } from './operations';

export class DocumentProcessing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Document Processing',
		name: 'documentProcessing',
		icon: { light: 'file:documentProcessing.svg', dark: 'file:documentProcessing.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Read documents, invoices, driver licences, payment cards and addresses',
		defaults: { name: 'Document Processing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'documentProcessingApi', required: true }],
		properties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
