// n8n's forms, filled in as a browser does.
import { readFileSync } from 'node:fs';

/** n8n shows a form to no robot, and lets no program decide that follows links by itself. */
export const BROWSER = {
  connection: 'close',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** A sample document, as it is uploaded. */
export const sampleFile = (name: string, uploadedAs = `${name}.pdf`): File =>
  new File([readFileSync(`sandbox/samples/${name}.pdf`)], uploadedAs, { type: 'application/pdf' });

/** Fills in the fields of a page in their order. Returns the address of the next page, if there is one. */
export async function fillIn(address: string, ...fields: Array<string | Blob>): Promise<string> {
  const body = new FormData();
  for (const [index, field] of fields.entries()) body.append(`field-${index}`, field);
  const response = await fetch(address, { method: 'POST', body, headers: BROWSER });
  const text = await response.text();
  if (!response.ok) throw new Error(`The form answered ${response.status}: ${text.slice(0, 300)}`);
  const [, next = ''] = /"formWaitingUrl":"([^"]+)"/.exec(text) ?? [];
  return next;
}
