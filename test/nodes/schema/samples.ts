import type { ICredentialDataDecryptedObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fileItem } from '../../engine/binaryData.ts';
import type { RunningSandbox } from '../../support/sandbox.ts';
import { issueToken, TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { contentItem, field } from '../../support/samples.ts';
import { startServer } from '../../support/server.ts';
import { sampleSummary } from '../../support/summary.ts';

interface Sample {
  parameters?: INodeParameters;
  /** A document from the sandbox's samples, which it reads. */
  document?: string;
  /**
   * The response to each request, in the shape of the service interface, if the sandbox would not read anything or would
   * send something to the outside.
   */
  answers?: unknown[];
  credential?: ICredentialDataDecryptedObject;
}

const LICENCE = {
  nome: 'FLAVIA EXEMPLO TESTE',
  rg: '123456789',
  cpf: '11144477735',
  data_nascimento: '1990-04-12',
  cat_hab: 'AB',
  registro: '01234567890',
  data_validade: '2033-06-01',
  local_uf: 'SP',
  local_cidade: 'SÃO PAULO',
};

const CARD = {
  type: 'cartão de pagamento',
  stdType: 'payment-card',
  extractions: [
    {
      source: 'iocr',
      score: 0.97,
      tags: ['country=bra', 'type=payment-card'],
      sections: [
        {
          name: 'payment_card',
          stdName: 'payment-card',
          score: 0.97,
          fields: [field('number', '5555555555554444'), field('network', 'mastercard'), field('expiry_month', '08')],
          tables: [],
        },
      ],
    },
  ],
};

const URL_SOURCE = { source: 'url', fileUrl: 'https://example.com/document.pdf' };
const BILLED: Array<[name: string, perDay: number]> = [['Content extraction', 410]];
const PROCESS = { processId: '7f0f4a36-1f2a-4c0e-9a43-0c6c1b0f7a51' };
const CALLBACK_SECRET = 'callback secret of the sample';
const BY_URL = {
  delivery: 'url',
  callbackUrl: 'https://example.com/callback',
  options: { correlationId: 'order-1042' },
};

/**
 * The runs that show the output of each operation. The documentation shows the first; all of them give the types of the
 * members.
 */
export const SAMPLES: Record<string, Sample[]> = {
  'document.extractContent': [
    { document: 'identity.pdf', parameters: { options: { minScore: 0.95 } } },
    { parameters: { ...URL_SOURCE, options: { minScore: 0.5 } }, answers: [[contentItem()]] },
  ],
  'document.extractPages': [{ document: 'contract.pdf' }],
  'document.extractGenerative': [
    { document: 'property-registry.pdf', parameters: { model: 'id=bra-nlp-registro-imovel-1' } },
  ],
  'document.compareContent': [
    {
      document: 'statement.pdf',
      parameters: {
        fields: {
          field: [
            { name: 'holder', value: 'Elena Sample Costa' },
            { name: 'period', value: 'February 2025' },
          ],
        },
      },
    },
  ],
  'document.extractInvoice': [{ document: 'service-invoice.pdf' }],
  'document.extractDriverLicence': [
    {
      parameters: {
        source: 'qrCode',
        qrCodeField: `SANDBOX-VIO:${Buffer.from(JSON.stringify(LICENCE)).toString('base64')}`,
      },
    },
  ],
  'document.extractPaymentCard': [
    { parameters: { ...URL_SOURCE, options: { maskCardNumber: true } }, answers: [[CARD]] },
  ],
  'document.startExtraction': [{ parameters: { ...URL_SOURCE, ...BY_URL }, answers: [PROCESS] }],
  'address.parse': [{ parameters: { text: 'Rua das Flores, 123, Centro, São Paulo - SP, 01310-100' } }],
  'enrichment.start': [
    {
      parameters: { ...BY_URL, parameters: { parameter: [{ name: 'cpf', value: '11144477735' }] } },
      answers: [PROCESS],
    },
  ],
  'billing.getDailySummary': [
    {
      parameters: { period: 'custom', startDate: '2025-03-03', endDate: '2025-03-04', report: true },
      answers: [sampleSummary('2025-03-03', 2, 1, BILLED), sampleSummary('2025-03-01', 2, 2, BILLED)],
    },
  ],
  'callback.readCallback': [
    {
      credential: { callbackSecret: CALLBACK_SECRET },
      parameters: {
        headers: JSON.stringify({
          [TOKEN_HEADER]: issueToken({ event: 'contentExtraction', correlationId: 'order-1042' }, CALLBACK_SECRET),
        }),
        body: JSON.stringify({
          ...envelope([contentItem()], { requestId: '9c52e6ac-8c04-4a42-a2c1-a1baadaa1c14', elapsedMilliseconds: 400 }),
          ...PROCESS,
        }),
      },
    },
  ],
  'api.sendRequest': [
    {
      parameters: {
        path: '/billing/daily-summary',
        bodyJson: '{"startDate": "2025-03-03 00:00:00.000Z", "endDate": "2025-03-03 23:59:59.999Z"}',
      },
      answers: [sampleSummary('2025-03-03', 1, 1, BILLED)],
    },
  ],
};

/** The items of a sample, with fixed values for members that differ from run to run. */
export async function runSample(
  operation: string,
  sample: Sample,
  sandbox: RunningSandbox,
): Promise<INodeExecutionData[]> {
  const { answers } = sample;
  const server = answers && (await startServer((_request, index) => ({ result: answers[index] })));
  const setup = {
    timezone: 'UTC',
    ...(sample.document && { items: [await fileItem(`sandbox/samples/${sample.document}`)] }),
  };
  const service = server ? { url: server.url } : { url: sandbox.baseUrl };
  const { items, error } = await runOperation(service, operation, sample.parameters, {
    ...setup,
    credential: { accessToken: sandbox.token, ...sample.credential },
  });
  await server?.close();
  if (error) throw new Error(`${operation}: ${error.message}`);
  return items.map(steady);
}

function steady(item: INodeExecutionData): INodeExecutionData {
  const fixed = { requestId: '9c52e6ac-8c04-4a42-a2c1-a1baadaa1c14', elapsedMilliseconds: 400 };
  const own = Object.entries(fixed).filter(([name]) => name in item.json);
  return { ...item, json: { ...item.json, ...Object.fromEntries(own) } };
}
