import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describeFailure } from './failure-text';
import { ServiceFailure } from './failure';
import { Refusal } from './refusal';

export type NodeError = NodeApiError | NodeOperationError;

/** What must never stand in a message: the token, passwords, the callback secret. */
export type Secrets = string[];

/** The one place that turns what went wrong into an error of n8n's, with its item. */
export function asNodeError(node: INode, cause: unknown, itemIndex: number, secrets: Secrets): NodeError {
	const { message, description } = describe(cause);
	const text = `${redact(message, secrets)} [item ${itemIndex}]`;
	const options = { message: text, description: redact(description, secrets), itemIndex };
	const error =
		cause instanceof ServiceFailure
			? // Made of nothing of the cause: an error of the HTTP client carries the request's headers, and so the token.
				new NodeApiError(node, {}, { ...options, httpCode: String(cause.facts.httpStatus ?? cause.facts.networkCode ?? '') })
			: new NodeOperationError(node, text, options);
	// n8n puts words of its own in place of a message that contains a code such as EPERM, even inside a word.
	error.message = text;
	error.description = options.description;
	error.messages = [];
	if (cause instanceof ServiceFailure) {
		error.context['requestId'] = cause.facts.requestId;
		error.context['code'] = cause.facts.code;
	}
	return error;
}

function describe(cause: unknown): { message: string; description: string } {
	if (cause instanceof ServiceFailure) return describeFailure(cause.facts);
	if (cause instanceof Refusal) return cause;
	const { message, description } = cause as { message?: unknown; description?: unknown };
	return {
		message: typeof message === 'string' ? message.replace(/ \[item \d+\]$/, '') : String(cause),
		description: typeof description === 'string' ? description : '',
	};
}

function redact(text: string, secrets: Secrets): string {
	return secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
