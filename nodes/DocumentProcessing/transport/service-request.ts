import type { FormEntries } from './multipart';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What an operation asks of the service: a path below the base URL, and JSON, a form or nothing as body. */
export interface ServiceRequest {
  method?: Method;
  path: string;
  body: { json: unknown } | { form: FormEntries } | undefined;
}
