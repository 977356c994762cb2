import dns from 'node:dns';
import { isPrivateHost } from '../../../nodes/DocumentProcessing/callback/private-network';
import { runOperation, BY_URL } from '../../support/document-node.ts';
import { ENRICHMENT, triggerNode } from './workflow.ts';
import { startService } from '../../support/callbackService.ts';
import { openedForEachTest } from '../../support/opened.ts';

const hostOf = (host: string): string => new URL(`http://${host}/`).hostname;

test.each([
  ...['localhost', 'LOCALHOST.', 'n8n', 'n8n.localhost', 'my-mac.local', 'host.docker.internal'],
  ...['127.0.0.1', '127.1', '0x7f000001', '10.1.2.3', '172.16.0.1'],
  ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '100.127.255.255', '198.18.0.1'],
  ...['[::1]', '[::]', '[fd12:3456::1]', '[fe80::1]'],
])('%s is not on the internet', (host) => {
  expect(isPrivateHost(hostOf(host))).toBe(true);
});

test.each([
  ...['example.com', 'n8n.example.com.', 'local.example.com', 'localhost.example.com', 'mylocal.dev'],
  ...['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1', '192.169.0.1'],
  ...['[2001:4860:4860::8888]'],
])('%s may be on the internet', (host) => {
  expect(isPrivateHost(hostOf(host))).toBe(false);
});

describe('a start with a service on the internet', () => {
  const service = openedForEachTest(startService);

  const credential = { baseUrl: 'https://api.example.com' };
  const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
  beforeEach(() => {
    const lookup = (_name: string, _options: object, done: (error: Error) => void) => done(notFound);
    jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  });
  afterEach(() => jest.restoreAllMocks());
  // Nothing listens there.
  const otherNodes = [triggerNode()];

  test.each([
    ['document.startExtraction', BY_URL, 'trigger', '127.0.0.1:1'],
    ['enrichment.start', ENRICHMENT, 'wait', 'localhost:5678'],
  ])('%s is refused, delivery %#', async (operation, parameters, delivery, host) => {
    const { error } = await runOperation(
      service,
      operation,
      { ...parameters, delivery },
      { credential, ...(delivery === 'trigger' && { otherNodes, baseUrl: 'http://127.0.0.1:1/' }) },
    );
    expect(error?.message).toContain(`back at "${host}"`);
    expect(error?.description).toMatch(/N8N_WEBHOOK_URL.*WEBHOOK_URL.*tunnel.*"Send Anyway"/);
  });

  test('with a fallback that only this network knows is refused', async () => {
    const n8n = 'https://n8n.example.com/';
    const { error } = await runOperation(
      service,
      'document.startExtraction',
      { ...BY_URL, delivery: 'wait', options: { fallbackUrl: 'http://10.0.0.5/webhook/x' } },
      { credential, baseUrl: n8n },
    );
    expect(error?.message).toBe(
      'The service cannot call the "Fallback URL" at "10.0.0.5", an address inside your own network [item 0]',
    );
    expect(service.processes).toEqual([]);
  });

  test('is sent with the option Send Anyway', async () => {
    const options = { sendAnyway: true, fallbackUrl: 'http://10.0.0.5/webhook/x', retries: 0 };
    const parameters = { ...BY_URL, delivery: 'wait', options };
    const { error } = await runOperation(service, 'document.startExtraction', parameters, { credential });
    expect(error?.message).toContain('host name was not found');
  });

  test('each address that a callback URL has is told of, whichever items have it', async () => {
    const items = ['https://example.com/', 'http://10.0.0.5/a', 'http://10.0.0.5/b', 'http://10.0.0.6/'].map((url) => ({
      json: { url },
    }));
    const { hints } = await runOperation(
      service,
      'document.startExtraction',
      { ...BY_URL, delivery: 'url', callbackUrl: '={{ $json.url }}', options: { retries: 0 } },
      { credential, items, onError: 'continueRegularOutput' },
    );
    expect(hints.map((message) => /at "([^"]+)"/.exec(message)?.[1])).toEqual(['10.0.0.5', '10.0.0.6']);
  });

  test('a service in the same network is not checked', async () => {
    const { error } = await runOperation(service, 'document.startExtraction', { ...BY_URL, delivery: 'wait' });
    expect(error).toBeUndefined();
    expect(service.processes).toHaveLength(1);
  });
});
