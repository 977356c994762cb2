/** The service's envelope, as far as it is shown. */
export interface Envelope {
  result?: unknown;
  requestId: string;
  elapsedMilliseconds: number;
  status: { code: string; message: string; errors: unknown };
}

const frame = { requestId: 'req-1', elapsedMilliseconds: 12 };

export const envelope = (result: unknown, overrides: Partial<Envelope> & Record<string, unknown> = {}): Envelope => ({
  result,
  ...frame,
  status: { code: '200', message: 'Ok', errors: null },
  ...overrides,
});

export const failure = (code: string, message: string, errors: unknown = []): Envelope => ({
  ...frame,
  status: { code, message, errors },
});
