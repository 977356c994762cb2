import type { IExecuteFunctions, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

/** Of W3C Trace Context. */
const TRACE_HEADERS = ['traceparent', 'tracestate'];

/**
 * The trace that an execution belongs to, as headers for the service, where n8n traces it. n8n adds them to requests
 * without a credential only (2.41). That a node reaches what adds them is no part of what n8n promises: without it, no
 * trace is sent.
 */
export function traceHeaders(context: IExecuteFunctions): Record<string, string> {
  const { additionalData } = context as unknown as { additionalData?: Partial<IWorkflowExecuteAdditionalData> };
  const headers: Record<string, string> = {};
  try {
    additionalData?.otel?.injectTraceHeaders(additionalData.executionId ?? '', context.getNode().name, headers);
  } catch {
    return {};
  }
  return Object.fromEntries(TRACE_HEADERS.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
}
