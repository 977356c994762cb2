import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import type { Secrets } from './errors';

export interface ServiceCredential {
	baseUrl: string;
	secrets: Secrets;
}

const SECRET_FIELDS = ['accessToken', 'callbackSecret', 'sessionToken'];

/** The credential's base URL, checked, and the texts that must never be shown. */
export async function readCredential(context: IExecuteFunctions): Promise<ServiceCredential> {
	const credential = await context.getCredentials('documentProcessingApi');
	const baseUrl = String(credential['baseUrl'] ?? '').trim();
	if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
		throw new NodeOperationError(context.getNode(), 'The "Base URL" of the credential is not a valid URL', {
			description: 'Open the credential and give the whole address of the service, e.g. https://api.example.com.',
		});
	}
	const secrets = SECRET_FIELDS.map((field) => credential[field]).filter((value) => typeof value === 'string' && value !== '');
	return { baseUrl, secrets: secrets as string[] };
}
