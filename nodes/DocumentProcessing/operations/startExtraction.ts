import { callbackFields, callbackOptions, mtlsOption, readWebhook } from '../fields/callback';
import { documentOptions, documentParameters, type DocumentOption } from '../fields/document';
import { optionsField } from '../fields/options';
import { readSource, sourceAsJson, sourceFields } from '../fields/source';
import { processOutput } from '../output/process';
import type { ItemOperation } from './operation';

const PARAMETERS: DocumentOption[] = ['filePassword', 'returnImage', 'returnedImageQuality', 'returnCrops', 'tags'];

export const startExtraction: ItemOperation = {
	kind: 'item',
	resource: 'document',
	operation: 'startExtraction',
	name: 'Start Extraction',
	action: 'Start document content extraction',
	description: 'Start a content extraction whose result comes back when it is ready',
	service: '2. Content extraction async (JSON)',
	fields: [
		...sourceFields(['binary', 'url', 'base64']),
		...callbackFields,
		optionsField([...documentOptions(PARAMETERS), ...callbackOptions, mtlsOption]),
	],

	plan: async (item) => ({
		path: '/process-image/content-extraction',
		body: {
			json: {
				...sourceAsJson(await readSource(item, ['binary', 'url', 'base64'])),
				...Object.fromEntries(documentParameters(item, PARAMETERS)),
				webhook: readWebhook(item),
			},
		},
	}),

	output: processOutput,
};
