import type { INodeProperties } from 'n8n-workflow';
import { checkUrl } from '../engine/address';
import type { Item, NameValue } from '../engine/item';
import { Refusal } from '../engine/refusal';

/** Where the service delivers an asynchronous result (interface, 2 and 13, `webhook`). */
export interface Webhook {
	url: string;
	fallbackUrl?: string | undefined;
	authorization?: { headers?: NameValue[] | undefined; queryStrings?: NameValue[] | undefined; mtls?: boolean | undefined } | undefined;
}

export const callbackFields: INodeProperties[] = [
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options: [{ name: 'To a URL', value: 'url', description: 'The service sends the result to an address you give' }],
		default: 'url',
		description: 'How the result comes back when it is ready',
	},
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		type: 'string',
		displayOptions: { show: { delivery: ['url'] } },
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/callback',
		description: 'The address the service sends the result to',
	},
];

export const callbackOptions: INodeProperties[] = [
	pairs('Callback Headers', 'callbackHeaders', 'Header', 'header', 'Headers the service sends with the callback'),
	pairs('Callback Query Strings', 'callbackQueryStrings', 'Query String', 'queryString', 'Query parameters the service adds to the address of the callback'),
	{
		displayName: 'Correlation ID',
		name: 'correlationId',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description: 'A text of your own that comes back with the result. One is made up when it is not set.',
	},
	{
		displayName: 'Fallback URL',
		name: 'fallbackUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/fallback',
		description: 'The address the service uses when the connection to the first one does not come about',
	},
];

export const mtlsOption: INodeProperties = {
	displayName: 'Mutual TLS',
	name: 'mtls',
	type: 'boolean',
	default: false,
	description: 'Whether the service shows a certificate of its own when it calls back',
};

function pairs(displayName: string, name: string, memberName: string, member: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${memberName.toLowerCase()}`,
		default: {},
		description,
		options: [
			{
				displayName: memberName,
				name: member,
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	};
}

/** The webhook as the service takes it; what is not set is not sent. */
export function readWebhook(item: Item): Webhook {
	const fallbackUrl = item.textOption('fallbackUrl');
	const headers = namedValues(item, 'callbackHeaders', 'header', 'Callback Headers');
	const queryStrings = namedValues(item, 'callbackQueryStrings', 'queryString', 'Callback Query Strings');
	const mtls = item.option('mtls') === true ? true : undefined;
	return {
		url: checkUrl(item.requiredText('callbackUrl', 'Callback URL'), 'Callback URL'),
		fallbackUrl: fallbackUrl && checkUrl(fallbackUrl, 'Fallback URL'),
		authorization: (headers ?? queryStrings ?? mtls) === undefined ? undefined : { headers, queryStrings, mtls },
	};
}

function namedValues(item: Item, name: string, member: string, label: string): NameValue[] | undefined {
	const list = item.pairsOption(name, member).map((pair) => ({ name: pair.name, value: String(pair.value ?? '') }));
	if (list.some((pair) => pair.name === '')) throw new Refusal(`An entry of "${label}" has no name`, 'Give it a name or remove it.');
	return list.length > 0 ? list : undefined;
}
