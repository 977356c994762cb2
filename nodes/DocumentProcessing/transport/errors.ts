import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type FailureFacts, ServiceFailure } from './failure';
import { describeFailure } from './failure-text';
import { redact, type Secrets } from './redact';
import { Refusal } from '../common/errors';

export type NodeError = NodeApiError | NodeOperationError;

/** The one place that turns what went wrong into an error of n8n's, with its item. */
export function asNodeError(node: INode, cause: unknown, itemIndex: number, secrets: Secrets): NodeError {
  const facts = cause instanceof ServiceFailure ? redactFacts(cause.facts, secrets) : undefined;
  const { message, description } = facts ? describeFailure(facts) : redact(describe(cause), secrets);
  const text = `${message} [item ${itemIndex}]`;
  const options = { message: text, description, itemIndex };
  const error = facts
    ? // Made of nothing of the cause: an error of the HTTP client carries the request's headers, and so the token.
      new NodeApiError(node, {}, { ...options, httpCode: String(facts.httpStatus ?? facts.networkCode ?? '') })
    : new NodeOperationError(node, text, options);
  // n8n puts words of its own in place of a message that contains a code such as EPERM, even inside a word.
  error.message = text;
  error.description = options.description;
  error.messages = [];
  if (facts) Object.assign(error.context, { requestId: facts.requestId, code: facts.code });
  return error;
}

function describe(cause: unknown): { message: string; description: string } {
  if (cause instanceof Refusal) return { message: cause.message, description: cause.description };
  const { message, description } = cause as { message?: unknown; description?: unknown };
  return {
    message: typeof message === 'string' ? message.replace(/ \[item \d+\]$/, '') : String(cause),
    description: typeof description === 'string' ? description : '',
  };
}

/** A code is kept as it is: it is short, and what is found of a short password in it is there by chance. */
function redactFacts(facts: FailureFacts, secrets: Secrets): FailureFacts {
  const { code } = facts;
  return { ...redact(facts, secrets), ...(code !== undefined && code.length <= 8 ? { code } : {}) };
}
