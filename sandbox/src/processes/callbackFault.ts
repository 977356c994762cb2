import { directives } from '../plugins/directives.ts';

/** What is to go wrong with a callback. */
export type CallbackFault = {
  /**
   * Milliseconds between the answer and the callback; the document is then read before answering, so that they are
   * exact.
   */
  delay: number | null;
  /** The callback goes out, and is awaited, before the request is answered. */
  before: boolean;
  times: number;
  together: boolean;
  body: 'whole' | 'malformed' | 'empty' | 'html';
  wrongSecret: boolean;
  noSecret: boolean;
  oversizedBytes: number;
  processId: string | null;
  never: boolean;
};

/** Reads `delay=20; times=2; malformed`. */
export function parseCallbackFault(text: string | undefined): CallbackFault {
  const said = directives(text);
  const has = (name: string) => said.has(name);
  return {
    delay: has('delay') ? Number(said.get('delay')) || 0 : null,
    before: has('before'),
    times: Math.min(100, Number(said.get('times') || 1) || 1),
    together: has('together'),
    body: has('malformed') ? 'malformed' : has('empty') ? 'empty' : has('html') ? 'html' : 'whole',
    wrongSecret: has('wrong-secret'),
    noSecret: has('no-secret'),
    oversizedBytes: Math.min(200, has('oversized') ? Number(said.get('oversized')) || 20 : 0) * 1024 * 1024,
    processId: said.get('process-id') || null,
    never: has('never'),
  };
}

export function spoilSecret(value: string, fault: CallbackFault): string {
  if (!fault.wrongSecret) return value;
  return value.endsWith('x') ? `${value.slice(0, -1)}y` : `${value.slice(0, -1)}x`;
}

export function spoilBody(outcome: Record<string, unknown>, fault: CallbackFault): string {
  if (fault.body === 'empty') return '';
  if (fault.body === 'html') return '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';
  const changed = fault.processId ? { ...outcome, processId: fault.processId } : outcome;
  const text = JSON.stringify(fault.oversizedBytes > 0 ? inflate(changed, fault.oversizedBytes) : changed);
  return fault.body === 'malformed' ? text.slice(0, Math.ceil(text.length / 2)) : text;
}

/** Makes the answer as large as crops can make it. */
function inflate(outcome: Record<string, unknown>, bytes: number): Record<string, unknown> {
  const value = Buffer.alloc(Math.floor((bytes * 3) / 4), 'sandbox').toString('base64');
  const [first, ...rest] = Array.isArray(outcome['result']) ? (outcome['result'] as Record<string, unknown>[]) : [];
  if (!first) return { ...outcome, padding: value };
  const crops = [...((first['crops'] as unknown[] | null) ?? []), { name: 'oversized', stdName: null, value }];
  return { ...outcome, result: [{ ...first, crops }, ...rest] };
}
