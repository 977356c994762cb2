// n8n's editor as people use it: workflows, the node search, the canvas, and forms.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { NEWEST } from '../n8n/lines.ts';
import { restApi } from '../n8n/restApi.ts';
import type { Api, Execution, WorkflowJson } from '../n8n/restApi.ts';
import { waitFor } from '../n8n/waiting.ts';
import { openBrowser } from './browser.ts';
import { NodePanel } from './nodePanel.ts';
import { takePicture } from './pictures.ts';
import type { Box } from './pictures.ts';
import type { Running } from './startN8n.ts';

export const running = (): Running => JSON.parse(process.env['EDITOR_N8N'] ?? '{}') as Running;

export interface EditorOptions {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Another n8n than that of `npm start`. */
  n8n?: N8n;
}

type N8n = Pick<Running, 'url' | 'email' | 'password'>;

/** What a person enters in a page of a form. */
export interface FormPage {
  file?: string;
  texts?: Record<string, string>;
  /** Where the picture of the page goes. */
  picture?: string;
}

/** What is used here of an element of the page. */
interface Element {
  offsetHeight: number;
  textContent: string | null;
  getBoundingClientRect: () => { bottom: number; height: number };
  querySelectorAll: (selector: string) => Iterable<Element>;
}

/** Space around the workflow in a picture of it. */
const MARGIN = 24;

/** Hides what the editor draws over the workflow. */
const HIDE_CONTROLS = `
  [data-test-id="canvas-controls"], [data-test-id="execute-workflow-button"], [data-test-id="canvas-minimap"],
  [data-test-id="canvas-handle-plus-wrapper"] *, [data-test-id="canvas-chat-button"],
  [class*="executionButtons"], [data-test-id="canvas-node-status-success"],
  .el-popper, [data-reka-popper-content-wrapper] { visibility: hidden !important }`;

/** An editor for all tests of a file, in a browser of its own. */
export function editorForAllTests(options?: EditorOptions): Editor {
  const editor = Object.create(Editor.prototype) as Editor;
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
    Object.assign(editor, await Editor.open(browser, options));
  });
  afterAll(() => browser?.close());
  return editor;
}

/** A browser window with the editor, signed in as the owner. */
export class Editor {
  readonly page: Page;
  private readonly context: BrowserContext;
  private readonly url: string;
  readonly api: Api;

  private constructor(context: BrowserContext, page: Page, { url, email, password }: N8n) {
    this.context = context;
    this.page = page;
    this.url = url;
    this.api = restApi(url, NEWEST, { email, password, firstName: '', lastName: '' });
  }

  static async open(browser: Browser, options: EditorOptions = {}) {
    const { theme = 'light', width = 1440, height = 900, n8n = running() } = options;
    const { url, email, password } = n8n;
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: 'en-GB' });
    context.setDefaultTimeout(60_000);
    const response = await context.request.post(`${url}/rest/login`, {
      data: { emailOrLdapLoginId: email, password },
    });
    if (!response.ok()) throw new Error(`n8n rejected the sign-in with ${response.status()}`);
    const editor = new Editor(context, await context.newPage(), n8n);
    await editor.api.signIn();
    return editor;
  }

  /** Opens an example by the name of its file, without ".json". */
  async openExample(name: string): Promise<string> {
    const id = running().examples[name];
    if (id === undefined) throw new Error(`There is no example ${name}`);
    await this.openWorkflow(id);
    return id;
  }

  async openWorkflow(id: string): Promise<void> {
    const { nodes } = await this.api.readWorkflow(id);
    await this.go(`/workflow/${id}`);
    await this.page.locator(`.vue-flow__node[data-id="${nodes[0]?.id}"]`).waitFor();
    // The workflow is fitted into the window with an animation.
    await this.settled(() => this.page.locator('.vue-flow__transformationpane').getAttribute('style'));
  }

  /** Opens a page of n8n as its own links do: to load the editor anew takes six times as long. */
  private async go(path: string): Promise<void> {
    if (!this.page.url().startsWith(this.url)) await this.page.goto(`${this.url}${path}`);
    else
      await this.page.evaluate(
        `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
  }

  /** Saves a workflow and opens it. Returns its ID. */
  async openNew(workflow: WorkflowJson): Promise<string> {
    const id = await this.api.createWorkflow(workflow);
    await this.openWorkflow(id);
    return id;
  }

  /** Resolves when a value has stopped changing: n8n moves the canvas and fills lists without telling when it is done. */
  private async settled(read: () => Promise<unknown>): Promise<void> {
    let last: unknown;
    await waitFor(async () => {
      await this.page.waitForTimeout(300);
      const value = JSON.stringify(await read());
      const isStill = value === last;
      last = value;
      return isStill;
    });
  }

  /** What the node search lists for a text, in order. */
  async search(text: string): Promise<Array<{ name: string; description: string }>> {
    const field = this.page.getByTestId('node-creator-search-bar');
    if (!(await field.isVisible())) {
      await this.go('/workflow/new');
      await this.page.getByTestId('node-creator-plus-button').click();
      await field.waitFor();
    }
    await field.fill(text);
    await this.settled(() => this.page.getByTestId('item-iterator-item').allInnerTexts());
    const items = await this.page.getByTestId('item-iterator-item').all();
    const textOf = async (item: Locator, part: string) =>
      (await item.getByTestId(`node-creator-item-${part}`).allInnerTexts()).join(' ').trim();
    return await Promise.all(
      items.map(async (item) => ({ name: await textOf(item, 'name'), description: await textOf(item, 'description') })),
    );
  }

  /** Opens a node of the search's list, and returns what it offers. */
  async actionsOf(name: string): Promise<{ triggers: string[]; actions: string[] }> {
    const names = this.page.getByTestId('node-creator-item-name');
    const listed = names.getByText(name, { exact: true }).first();
    await listed.click();
    await listed.waitFor({ state: 'detached' });
    const triggers = await names.allInnerTexts();
    await this.page.getByText(/^Actions \(\d+\)$/).click();
    await waitFor(async () => (await names.count()) > triggers.length);
    return { triggers, actions: (await names.allInnerTexts()).slice(triggers.length) };
  }

  /** Adds a node to a new workflow by one of its actions, which opens its panel. */
  async addAction(name: string, action: RegExp): Promise<NodePanel> {
    await this.page.goto('about:blank');
    await this.search(name);
    await this.actionsOf(name);
    await this.page.getByTestId('node-creator-item-name').getByText(action).first().click();
    return await this.openedPanel();
  }

  /** A node on the canvas. */
  node(name: string): Locator {
    return this.page.locator(`[data-test-id="canvas-node"][data-node-name=${JSON.stringify(name)}]`);
  }

  async openNode(name: string): Promise<NodePanel> {
    await this.node(name).dblclick();
    return await this.openedPanel();
  }

  private async openedPanel(): Promise<NodePanel> {
    const panel = new NodePanel(this.page);
    await panel.opened();
    return panel;
  }

  /**
   * Presses "Execute workflow" and waits for the end of the execution. If a form opens, fills in its pages: texts by label,
   * and a file for its upload. Returns the execution with its data.
   */
  async execute(workflowId: string, ...pages: FormPage[]): Promise<Execution> {
    const before = new Set((await this.api.executions(workflowId)).map(({ id }) => id));
    const button = this.page.getByTestId('execute-workflow-button');
    if (pages.length === 0) await button.click();
    else {
      const [form] = await Promise.all([this.context.waitForEvent('page'), button.click()]);
      for (const { file, texts = {}, picture } of pages) {
        const submit = form.locator('button[type=submit]');
        await submit.waitFor();
        // The button is there before the script of the page that submits the form.
        await form.waitForLoadState('domcontentloaded');
        if (file !== undefined) await form.locator('input[type=file]').setInputFiles(file);
        for (const [label, text] of Object.entries(texts)) await form.getByLabel(label).fill(text);
        if (picture !== undefined) {
          // The window that n8n opens for a trial is narrow: there the picture stands above the values.
          await form.setViewportSize({ width: 1280, height: 1000 });
          await form.mouse.move(0, 0);
          await form.evaluate('scrollTo(0, 0)');
          await takePicture(form, picture);
        }
        const left = form.url();
        await submit.click();
        if (pages.length > 1) await waitFor(async () => form.url() !== left || (await submit.isHidden()));
      }
      await form.getByText('Form Submitted').waitFor();
      await form.close();
    }
    // The first one: its result may have started another.
    return await waitFor(
      async () => {
        const first = (await this.api.executions(workflowId)).filter(({ id }) => !before.has(id)).at(-1);
        const hasEnded = first && !['new', 'running', 'waiting'].includes(first.status);
        return hasEnded && (await this.api.execution(first.id));
      },
      60_000,
      'the end of the execution',
    );
  }

  /** The credential that all examples use, as a node refers to it. */
  async credential(): Promise<Record<string, { id: string; name: string }>> {
    const all = await this.api.call<Array<{ id: string; name: string; type: string }>>('GET', '/credentials');
    const [found] = all.filter(({ type }) => type === 'documentProcessingApi');
    if (!found) throw new Error('There is no credential');
    return { documentProcessingApi: { id: found.id, name: found.name } };
  }

  /** Opens the credential that all examples use. */
  async openCredential(): Promise<void> {
    const [{ id = '' } = {}] = Object.values(await this.credential());
    await this.go(`/home/credentials/${id}`);
    await this.credentialForm.waitFor();
  }

  private get credentialForm(): Locator {
    return this.page.getByTestId('node-credentials-config-container');
  }

  async credentialLabels(): Promise<string[]> {
    const labels = this.credentialForm.locator('label [class*="_title_"] > .n8n-text:visible');
    return (await labels.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  }

  /** Enters values, saves, and returns what n8n says when it does not work. Then it puts the sandbox's values back. */
  async testCredential(values: Record<string, string>): Promise<string> {
    const enter = async (entered: Record<string, string>) => {
      for (const [name, value] of Object.entries(entered)) {
        const input = this.page.getByTestId(`parameter-input-${name}`).locator('input');
        await input.fill(value);
        // n8n takes a value over a moment after it is entered, or when its field is left.
        await input.blur();
      }
      // Where it says "Saved" is no button.
      await this.page.getByTestId('credential-save-button').getByRole('button').click();
    };
    await enter(values);
    await this.credentialForm.getByText('More details').click();
    const [, afterButton = ''] = (await this.credentialForm.innerText()).split('Retry');
    const message = (afterButton.split('\nBase URL')[0] ?? '').trim();
    await enter({ baseUrl: running().sandboxUrl, accessToken: 'sandbox-token' });
    await this.credentialForm.getByText('Connection tested successfully').waitFor();
    return message;
  }

  /** A picture of the window. */
  async picture(path: string, clip?: Box): Promise<void> {
    // Notices come and go by themselves.
    await this.page.addStyleTag({ content: '.el-notification { display: none !important }' });
    await takePicture(this.page, path, clip);
  }

  /** How many pixels of each note, by its first line, are empty below its text; below 0, the text is longer than the note. */
  async emptyInNotes(): Promise<Record<string, number>> {
    const empty = await this.page.locator('[data-test-id="sticky"]').evaluateAll((notes) =>
      (notes as unknown as Element[]).map((note) => {
        const { bottom, height } = note.getBoundingClientRect();
        const texts = [...note.querySelectorAll('h2, p, li, pre')];
        const end = Math.max(...texts.map((text) => text.getBoundingClientRect().bottom));
        // The canvas is zoomed to fit the window.
        const name = texts[0]?.textContent ?? '';
        return [name, ((bottom - end) * note.offsetHeight) / height] as const;
      }),
    );
    return Object.fromEntries(empty);
  }

  /** A picture of the workflow only. */
  async workflowPicture(path: string): Promise<void> {
    const style = await this.page.addStyleTag({ content: HIDE_CONTROLS });
    const parts = await this.page
      .locator('.vue-flow__node, .vue-flow__node [class*="description"], .vue-flow__edge')
      .all();
    const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).filter((box) => box !== null);
    const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
    const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
    const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN;
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN;
    await this.picture(path, { x: left, y: top, width: right - left, height: bottom - top });
    await style.evaluate((element) => (element as unknown as { remove: () => void }).remove());
  }
}
