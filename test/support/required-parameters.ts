import type { IDataObject } from 'n8n-workflow';

const BY_URL = { source: 'url', fileUrl: '=https://example.com/{{ $itemIndex }}.pdf' };
const BY_CALLBACK = { delivery: 'url', callbackUrl: 'https://example.com/callback' };

/** What each operation needs, with something in it by which its items can be told apart. */
export const REQUIRED: Record<string, IDataObject> = {
  'address.parse': { inputMode: 'text', text: '=Rua {{ $itemIndex }}' },
  'api.sendRequest': { method: 'POST', path: '=/any/{{ $itemIndex }}', bodyType: 'json', bodyJson: '{}' },
  'billing.getDailySummary': {
    period: 'custom',
    startDate: '={{ DateTime.utc(2025, 1, 1).plus({ days: $itemIndex }).toISODate() }}',
    endDate: '2025-12-31',
  },
  'callback.readCallback': { headers: '={{ $json.headers }}', body: '={{ $json.body }}' },
  'document.compareContent': { ...BY_URL, fields: { field: [{ name: 'nome', value: 'Ana' }] } },
  'document.extractContent': BY_URL,
  'document.extractDriverLicence': BY_URL,
  'document.extractGenerative': {
    source: 'base64',
    fileBase64: 'AAAA',
    model: 'custom',
    customTag: '=id={{ $itemIndex }}',
  },
  'document.extractInvoice': BY_URL,
  'document.extractPages': BY_URL,
  'document.extractPaymentCard': BY_URL,
  'document.startExtraction': { ...BY_URL, ...BY_CALLBACK },
  'enrichment.start': {
    query: 'custom',
    customQuery: '=query-{{ $itemIndex }}',
    parameters: { parameter: [{ name: 'cpf', value: '1' }] },
    ...BY_CALLBACK,
  },
};
