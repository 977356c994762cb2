// The node as a tool of n8n's own AI Agent. A stand-in takes the place of the chat model: the tests check what it receives.
import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { startChatModel } from './chatModel.ts';
import { openedForAllTests } from '../support/opened.ts';
import { startServer } from '../support/server.ts';
import { readExample } from './exampleFile.ts';
import { BROWSER, sampleFile } from './forms.ts';
import { chosenLines, waitFor } from './n8n.ts';
import type { WorkflowJson } from './n8n.ts';
import { hostWithSandbox } from './sharedHost.ts';
import { CREDENTIAL, entry, node, workflow } from './workflowJson.ts';

const MODEL = { openAiApi: { id: 'model', name: 'Model' } };
const INVOICE = sampleFile('service-invoice', 'document-1.pdf');
const IDENTITY = sampleFile('identity', 'document-2.pdf');

/** As the editor writes it when the model defines a parameter. */
const fromModel = (key: string) => `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
const URL_FROM_MODEL = { fileUrl: fromModel('File_URL') };
/** A field that offers a list, as the editor writes it when the model fills it in. */
const listedFromModel = (key: string) => ({ __rl: true, mode: 'name', value: fromModel(key) });
const UPLOADED = { source: 'binary', binaryPropertyName: "={{ $('Entry').first().binary.data }}" };

const tool = (name: string, parameters: object): INode =>
  node(name, 'n8n-nodes-document-processing.documentProcessingTool', 1, parameters, { credentials: CREDENTIAL });

const TOOLS = [
  tool('Read invoice', { operation: 'extractInvoice', ...URL_FROM_MODEL }),
  tool('Read upload', UPLOADED),
  tool('Parse address', { resource: 'address', operation: 'parse', text: fromModel('Text') }),
  tool('Compare upload', {
    operation: 'compareContent',
    ...UPLOADED,
    fields: { field: [{ name: listedFromModel('Field_Name'), value: 'Joana' }] },
  }),
  tool('Check upload', {
    ...UPLOADED,
    options: {
      tags: [{ ...listedFromModel('Tag'), mode: 'list' }],
      fieldRules: { rule: [{ name: { __rl: true, mode: 'list', value: 'meu_campo' }, required: true }] },
    },
  }),
];

/** A webhook that takes a question and a file, the agent, its model and the tools. */
function agentWorkflow(version: number): WorkflowJson {
  const agent = '@n8n/n8n-nodes-langchain.agent';
  const json = workflow(
    `Agent ${version}`,
    [
      {
        ...entry(`agent-${version * 10}`),
        parameters: { httpMethod: 'POST', path: `agent-${version * 10}`, responseMode: 'lastNode' },
      },
      node('Agent', agent, version, { promptType: 'define', text: '={{ $json.body.text }}', options: {} }),
    ],
    [
      node(
        'Model',
        '@n8n/n8n-nodes-langchain.lmChatOpenAi',
        1.2,
        { model: { __rl: true, mode: 'id', value: 'any' } },
        { credentials: MODEL },
      ),
    ],
    ...TOOLS.map((one) => [one]),
  );
  const subNode = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
  const tools = Object.fromEntries(TOOLS.map(({ name }) => [name, subNode('ai_tool')]));
  return { ...json, connections: { ...json.connections, Model: subNode('ai_languageModel'), ...tools } as never };
}

const EXAMPLE = 'agent-documents';
const ASKING = 'ask-before-billed-tool';

/** An example with the test's credentials, as a chat that anybody may use. */
function publicChat(name: string): WorkflowJson {
  const example = readExample(name);
  return {
    ...example,
    nodes: example.nodes.map((one) => {
      if (one.type.endsWith('chatTrigger')) return { ...one, parameters: { ...one.parameters, public: true } };
      if (one.type.endsWith('lmChatOpenAi')) return { ...one, credentials: MODEL };
      return one.type.endsWith('documentProcessingTool') ? { ...one, credentials: CREDENTIAL } : one;
    }),
  };
}

/** What n8n's chat shows where a person is asked. */
interface Review {
  text: string;
  buttons: Array<{ text: string; link: string }>;
}

/** The versions of the AI Agent: the first runs its tools itself, the other has n8n's engine run them as nodes. */
const VERSIONS = [2.2, 3];

describe.each(chosenLines())('as a tool in n8n %s', (line) => {
  const { host, sandbox } = hostWithSandbox(line);
  const model = openedForAllTests(startChatModel);
  const files = openedForAllTests(() =>
    startServer(async () => ({
      body: Buffer.from(await INVOICE.arrayBuffer()),
      headers: { 'content-type': 'application/pdf' },
    })),
  );
  beforeAll(async () => {
    await host.createCredentials([{ ...MODEL.openAiApi, type: 'openAiApi', data: { apiKey: 'none', url: model.url } }]);
    for (const json of [...VERSIONS.map(agentWorkflow), publicChat(EXAMPLE)])
      await host.activate(await host.createWorkflow(json));
  });
  describe.each(VERSIONS)('AI Agent %s', (version) => {
    /** What the model received from the tools it called for this request. */
    const results = async (text: string): Promise<unknown[]> => {
      const form = new FormData();
      form.set('text', text.replaceAll('FILES', files.url));
      form.set('data', INVOICE);
      const response = await fetch(host.webhookUrl(`agent-${version * 10}`), { method: 'POST', body: form });
      const answer = await response.text();
      const received = model.results();
      expect(JSON.parse(answer)).toEqual({ output: `The tools say: ${received.join(' ')}` });
      expect(answer).not.toContain(sandbox.token);
      return received.map((result) => JSON.parse(result) as unknown);
    };
    const INVOICE_READ = expect.objectContaining({
      fields: expect.objectContaining({ nome: 'Maria Exemplo da Silva', valor_liquido: '980.00' }),
    });
    test('it reads a file of another node, given by an expression', async () => {
      expect(await results('Read upload')).toEqual([[INVOICE_READ]]);
    });

    test('the model fills in a field that offers a list', async () => {
      expect(await results('Compare upload "nome"')).toEqual([
        [
          expect.objectContaining({
            comparison: [expect.objectContaining({ name: 'nome', expected: 'Joana', found: 'Maria Exemplo da Silva' })],
          }),
        ],
      ]);
      expect(await results('Check upload "country=bra"')).toEqual([
        [expect.objectContaining({ missing: ['meu_campo'] })],
      ]);
    });

    test('the model is told what a tool does and takes, and has two calls at once answered, each with its own result', async () => {
      const text = 'Read invoice FILES/a.pdf\nParse address "Rua das Flores, 120, Curitiba"';
      expect(await results(text)).toEqual([[INVOICE_READ], [expect.objectContaining({ city: 'Curitiba' })]]);
      const told = new Map(model.tools().map((one) => [one.name, one]));
      expect([...told.keys()].sort()).toEqual(TOOLS.map(({ name }) => name.replaceAll(' ', '_')).sort());
      expect(told.get('Read_invoice')).toMatchObject({
        description: expect.stringMatching(/invoice.* Returns the fields .* Or says why/),
        parameters: { properties: { File_URL: { type: 'string' } }, required: ['File_URL'] },
      });
    });
  });

  describe('the example', () => {
    const chat = async (chatInput: string, uploads: File[] = [], sessionId: string = randomUUID()) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ action: 'sendMessage', sessionId, chatInput }))
        form.set(name, value);
      for (const file of uploads) form.append('files', file);
      const trigger = readExample(EXAMPLE).nodes.find(({ type }) => type.endsWith('chatTrigger'));
      const response = await fetch(host.webhookUrl(`${trigger?.webhookId}/chat`), { method: 'POST', body: form });
      expect(response.status).toBe(200);
      return model.results().map((result) => JSON.parse(result) as unknown);
    };

    test('reads a document that was uploaded in the chat', async () => {
      const [[item]] = (await chat('Read the uploaded document: what is the total?', [INVOICE])) as [[object]];
      expect(item).toMatchObject({ fields: { valor_total_nota: '1025.00' } });
    });

    test('reads each of several that were uploaded, and is told their names', async () => {
      // n8n numbers uploads in the order in which they are written to disk.
      const READ: Record<string, object> = {
        'document-1.pdf': { stdType: 'service-invoice' },
        'document-2.pdf': { fields: { cpf: expect.anything() } },
        undefined: { error: 'There is no file for this tool' },
      };
      for (const which of ['2', '1', '3']) {
        const read = await chat(`Read the uploaded document "${which}"`, [INVOICE, IDENTITY]);
        const [system] = model.requests.at(-1)?.messages ?? [];
        const names = /Files of this message: (.+)\.$/.exec(String(system?.content))?.[1]?.split(', ') ?? [];
        expect(names.map((name) => name.replace(/^\d\. /, '')).sort()).toEqual(['document-1.pdf', 'document-2.pdf']);
        const name = names.find((one) => one.startsWith(`${which}. `))?.slice(3);
        expect(read).toMatchObject([[READ[String(name)]]]);
      }
    });

    test('has the document at the next question, which comes without it, and in no other conversation', async () => {
      const session = randomUUID();
      await chat('Read the uploaded document: what is the total?', [INVOICE], session);
      expect(await chat('And who is the buyer?', [], session)).toEqual([]);
      const sent = JSON.stringify(model.requests.at(-1)?.messages);
      expect(sent).toContain('And who is the buyer?');
      expect(sent).toContain('Maria Exemplo da Silva');
      await chat('And who is the buyer?');
      expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('Maria Exemplo da Silva');
    });

    test('reads a document at a URL, parses an address and reports usage', async () => {
      const [[document], [address], days] = (await chat(
        `Read the document at the URL ${files.url}/a.pdf\nParse the address "Rua das Flores, 120, Curitiba"\n` +
          'What was the usage of the last week?',
      )) as [[object], [object], object[]];
      expect(document).toMatchObject({ fields: { nome: 'Maria Exemplo da Silva' } });
      expect(address).toMatchObject({ city: 'Curitiba' });
      expect(days.length).toBeGreaterThan(0);
    });
  });

  // n8n 1 has no review of tools.
  if (line !== '1.123') {
    describe('the example that asks before a billed tool runs', () => {
      let id: string;

      beforeAll(async () => {
        id = await host.createWorkflow(publicChat(ASKING));
        await host.activate(id);
      });

      /** Says something in the chat. Returns how to wait until n8n shows what a node says there, and the execution then. */
      const say = async (chatInput: string) => {
        const before = (await host.executions(id)).length;
        const trigger = readExample(ASKING).nodes.find(({ type }) => type.endsWith('chatTrigger'));
        const message = { action: 'sendMessage', sessionId: randomUUID(), chatInput };
        expect((await host.callWebhook(`${trigger?.webhookId}/chat`, message)).status).toBe(200);
        return async (nodeName: string) =>
          await waitFor(async () => {
            const [newest, ...others] = await host.executions(id);
            if (others.length < before || newest?.status !== 'waiting') return undefined;
            const { data } = await host.execution(newest.id);
            return data.resultData.lastNodeExecuted === nodeName && data.resultData.runData;
          });
      };
      /** Asks for a document, and presses one of the buttons. Returns what the chat showed, and the model was told. */
      const decide = async (button: string) => {
        const waitingAt = await say(`Read document ${files.url}/${encodeURIComponent(button)}.pdf`);
        const [asked] = (await waitingAt('Ask in the chat'))['Ask in the chat']?.at(-1)?.data?.['ai_tool']?.[0] ?? [];
        const { text, buttons } = asked?.sendMessage as unknown as Review;
        expect(read(button)).toEqual([]);
        const link = buttons.find((one) => one.text === button)?.link ?? '';
        expect(await (await fetch(link, { headers: BROWSER })).text()).toContain('recorded');
        await waitingAt('Answer');
        return { text, told: model.results() };
      };
      /** The documents of that name that the service has fetched. */
      const read = (name: string) => files.requests.filter(({ path }) => path.includes(encodeURIComponent(name)));

      test('sends what was approved, and nothing before', async () => {
        const { text, told } = await decide('Read it');
        expect(text).toContain('The request is billed.');
        expect(text).toContain(`Read_document: ${files.url}/`);
        expect(told).toEqual([expect.stringContaining('Maria Exemplo da Silva')]);
        expect(read('Read it')).toHaveLength(1);
      });

      test('sends nothing that was declined, and tells the agent', async () => {
        const { told } = await decide('No');
        expect(told).toEqual([expect.stringContaining('rejected')]);
        expect(read('No')).toEqual([]);
      });

      test('does not ask for what is not billed', async () => {
        const waitingAt = await say('What was the usage of the last week?');
        expect(await waitingAt('Answer')).not.toHaveProperty(['Ask in the chat']);
        expect(JSON.stringify(model.results())).toContain('billingCount');
      });
    });
  }
});
