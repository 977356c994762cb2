import type { INodeProperties } from 'n8n-workflow';
import type { CallbackAddress } from '../callback/callbacks';
import type { CallbackEvent } from '../callback/ticket';
import { checkUrl } from '../engine/address';
import type { Item, NameValue } from '../engine/item';
import { Refusal } from '../engine/refusal';
import { textOf } from '../engine/shape';
import { bodyOption } from './body';
import { limitOption, readLimit } from './limit';
import { readOutputSettings } from './output';

/** Where the service delivers an asynchronous result (interface, 2 and 13, `webhook`). */
export interface Webhook {
	url: string;
	fallbackUrl?: string | undefined;
	authorization: { headers: NameValue[]; queryStrings?: NameValue[] | undefined; mtls?: boolean | undefined };
}

export const callbackFields: INodeProperties[] = [
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options: [
			{ name: 'To the Document Processing Trigger', value: 'trigger', description: 'The trigger in this workflow starts an execution with the result' },
			{ name: 'To a URL', value: 'url', description: 'The service sends the result to an address you give, e.g. of a trigger in another workflow' },
			{ name: 'Wait Here', value: 'wait', description: 'This execution pauses and goes on with the result. One item at a time.' },
		],
		default: 'trigger',
		description: 'How the result comes back when it is ready',
	},
	{
		displayName: 'Add a Document Processing Trigger to this workflow and activate it: it gives the service its address by itself',
		name: 'triggerNotice',
		type: 'notice',
		displayOptions: { show: { delivery: ['trigger'] } },
		default: '',
	},
	{
		displayName:
			'For many items, call a sub-workflow that waits for one of them in Loop Over Items, or deliver to the trigger. With a Document Processing Trigger in this workflow, no result can come too early.',
		name: 'waitNotice',
		type: 'notice',
		displayOptions: { show: { delivery: ['wait'] } },
		default: '',
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
	limitOption,
	bodyOption,
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
export async function readWebhook(item: Item, event: CallbackEvent): Promise<Webhook> {
	const fallbackUrl = item.textOption('fallbackUrl');
	const given = namedValues(item, 'callbackHeaders', 'header', 'Callback Headers');
	const queryStrings = namedValues(item, 'callbackQueryStrings', 'queryString', 'Callback Query Strings');
	const { url, header } = await readAddress(item, event);
	return {
		url,
		fallbackUrl: fallbackUrl && checkUrl(fallbackUrl, 'Fallback URL'),
		authorization: {
			headers: [...given, header],
			queryStrings: queryStrings.length > 0 ? queryStrings : undefined,
			mtls: item.option('mtls') === true ? true : undefined,
		},
	};
}

async function readAddress(item: Item, event: CallbackEvent): Promise<CallbackAddress> {
	const ticket = { event, correlationId: item.correlationId };
	const delivery = item.text('delivery');
	if (delivery === 'trigger') return item.callbacks.toTrigger(ticket);
	if (delivery === 'url') return item.callbacks.toUrl(checkUrl(item.requiredText('callbackUrl', 'Callback URL'), 'Callback URL'), ticket);
	checkWait(item);
	return await item.callbacks.toWaiting(ticket, readOutputSettings(item));
}

/** One execution can wait for one result, until a time that is known before anything is sent. */
function checkWait(item: Item): void {
	readLimit(item);
	if (item.isAlone) return;
	throw new Refusal(
		'Only one item at a time can wait for its result',
		'Put this node into a sub-workflow that is called for each item (Loop Over Items), or set "Delivery" to the Document Processing Trigger.',
	);
}

function namedValues(item: Item, name: string, member: string, label: string): NameValue[] {
	const list = item.pairsOption(name, member).map((pair) => ({ name: pair.name, value: textOf(pair.value) }));
	if (list.some((pair) => pair.name === '')) throw new Refusal(`An entry of "${label}" has no name`, 'Give it a name or remove it.');
	return list;
}
