import type { IncomingHttpHeaders } from 'node:http';

/** Lower case, and neither ID is zero; ff is no version (W3C Trace Context, "traceparent Header"). */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** What goes along with what a request leads to, as it came: the sandbox does no tracing of its own. */
export type TraceContext = { traceparent: string | null; tracestate: string | null };

/** The trace a request belongs to; null if it has none, or one that is not well-formed. */
export const traceparentIn = ({ traceparent }: IncomingHttpHeaders): string | null =>
  typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null;

/** With what tracing systems have added to it, which means nothing without it. */
export function traceContextIn(headers: IncomingHttpHeaders): TraceContext {
  const traceparent = traceparentIn(headers);
  const { tracestate } = headers;
  return { traceparent, tracestate: traceparent !== null && typeof tracestate === 'string' ? tracestate : null };
}
