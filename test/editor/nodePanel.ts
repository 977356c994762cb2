// The panel of one node: its parameters in the middle, its output on the right.
import type { Locator, Page } from 'playwright-core';

export class NodePanel {
  private readonly page: Page;
  private readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByTestId('ndv');
  }

  async opened(): Promise<void> {
    await this.root.getByTestId('node-parameters').waitFor();
  }

  /** The error in the output: message and description, then everything, with the details unfolded. */
  async error(): Promise<{ summary: string; all: string }> {
    const summary = await this.output.innerText();
    const details = this.output.locator('details summary, .node-error-view__info-header');
    for (const heading of await details.all()) await heading.click();
    return { summary, all: await this.output.innerText() };
  }

  async close(): Promise<void> {
    await this.root.getByTestId('ndv-close-button').click();
    await this.root.waitFor({ state: 'hidden' });
  }

  /** The labels of the parameters, in order. A required one ends in an asterisk. */
  async labels(): Promise<string[]> {
    const labels = this.root.getByTestId('node-parameters').locator('label [class*="_title_"] > .n8n-text:visible');
    return (await labels.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  }

  private parameter(name: string): Locator {
    return this.root.getByTestId(`parameter-input-${name}`).locator('visible=true').first();
  }

  /** The entries of a parameter's list, in order. */
  async choices(name: string): Promise<string[]> {
    await this.parameter(name).click();
    const entries = this.openList();
    await entries.first().waitFor();
    const texts = await entries.locator('.option-headline, .list-option > div:first-child').allInnerTexts();
    await this.page.keyboard.press('Escape');
    return texts.map((text) => text.trim());
  }

  async choose(name: string, entry: string): Promise<void> {
    await this.parameter(name).click();
    await this.openList().filter({ hasText: entry }).first().click();
  }

  private openList(): Locator {
    return this.page.locator('.el-select-dropdown__item:visible');
  }

  async fill(name: string, text: string): Promise<void> {
    await this.parameter(name).locator('input, textarea').first().fill(text);
  }

  /** What "Add option" offers, in order. */
  async addableOptions(): Promise<string[]> {
    await this.root.getByTestId('collection-parameter-add').last().click();
    const options = this.page.getByTestId('collection-parameter-option').locator('visible=true');
    await options.first().waitFor();
    const texts = await options.allInnerTexts();
    await this.page.keyboard.press('Escape');
    return texts.map((text) => text.trim());
  }

  async addOption(entry: string): Promise<void> {
    await this.root.getByTestId('collection-parameter-add').last().click();
    await this.page.getByTestId('collection-parameter-option').filter({ hasText: entry }).first().click();
  }

  /** Adds an entry to a list whose entries have several fields. */
  async addEntry(name: string): Promise<void> {
    const add = this.root.getByTestId(`fixed-collection-${name}`).locator('[data-test-id^="fixed-collection-add"]');
    await add.last().click();
  }

  /** Adds an entry to a list of single values, by the text of its button. */
  async addValue(button: string): Promise<void> {
    await this.root.getByRole('button', { name: button }).click();
  }

  /** A field that offers a list and takes text: the one at this place of its list. */
  private names(name: string, index: number): Locator {
    return this.root.getByTestId(`resource-locator-${name}`).nth(index);
  }

  async openNames(name: string, index = 0): Promise<void> {
    await this.names(name, index).getByTestId('rlc-input').click();
  }

  private get openNamesItems(): Locator {
    return this.page.getByTestId('rlc-item').locator('visible=true');
  }

  async offeredNames(): Promise<string[]> {
    await this.openNamesItems.first().waitFor();
    return (await this.openNamesItems.allInnerTexts()).map((text) => text.trim());
  }

  /** Searches in the open list and takes an entry of what it finds. */
  async pick(search: string, entry: string): Promise<void> {
    await this.page.getByTestId('rlc-search').locator('visible=true').fill(search);
    await this.openNamesItems.getByText(entry, { exact: true }).click();
  }

  async typeName(name: string, mode: string, text: string, index = 0): Promise<void> {
    await this.names(name, index).getByTestId('rlc-mode-selector').click();
    await this.openList().filter({ hasText: mode }).click();
    await this.names(name, index)
      .locator('input[data-test-id="rlc-input"], [data-test-id="rlc-input"] input')
      .fill(text);
  }

  async nameIn(name: string, index = 0): Promise<string> {
    const input = this.names(name, index).locator('input[data-test-id="rlc-input"], [data-test-id="rlc-input"] input');
    return await input.inputValue();
  }

  async turnOn(name: string, index = 0): Promise<void> {
    await this.root
      .getByTestId(`parameter-input-${name}`)
      .nth(index)
      .locator('.el-switch, [role="switch"]')
      .first()
      .click();
  }

  get output(): Locator {
    return this.root.getByTestId('output-panel');
  }

  async show(view: 'schema' | 'table' | 'json' | 'binary'): Promise<void> {
    await this.output.getByTestId(`radio-button-${view}`).click();
  }

  /** The columns of the output's table, in order. */
  async columns(): Promise<string[]> {
    await this.show('table');
    const texts = await this.output.locator('thead th').allInnerTexts();
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  }
}
