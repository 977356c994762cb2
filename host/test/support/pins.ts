// The sample answers pinned to the examples: whoever opens one sees what comes out before anything has run.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '../../restApi.ts';
import { root } from '../../lines.ts';
import { jsonOf } from '../../n8n.ts';
import type { WorkflowJson } from '../../n8n.ts';

const fileOf = (name: string) => join(root, 'examples', `${name}.json`);

export const readExample = (name: string): WorkflowJson =>
  JSON.parse(readFileSync(fileOf(name), 'utf8')) as WorkflowJson;

/** Nothing pinned: a test wants what comes, not what came. */
export const unpinned = (workflow: WorkflowJson): WorkflowJson => ({ ...workflow, pinData: {} });

const ours = ({ nodes }: WorkflowJson) =>
  nodes.filter(({ type }) => type.startsWith('n8n-nodes-document-processing.')).map(({ name }) => name);

export const pinsOf = (name: string): Record<string, object[]> =>
  (readExample(name)['pinData'] ?? {}) as Record<string, object[]>;

/** With UPDATE=1, what our nodes gave in a run is written into the example. */
function pinAnswers(name: string, run: Execution): void {
  if (process.env['UPDATE'] === undefined) return;
  const example = readExample(name);
  const given = ours(example).filter((node) => jsonOf(run, node).length > 0);
  const pins = Object.fromEntries(given.map((node) => [node, jsonOf(run, node).map((json) => ({ json }))]));
  writeFileSync(fileOf(name), `${JSON.stringify({ ...example, pinData: { ...pinsOf(name), ...pins } }, null, 2)}\n`);
}

/** Every node with pinned answers has the members that come; with UPDATE=1 what came is pinned first. */
export function expectAsPinned(name: string, runs: Execution[]): void {
  for (const run of runs) pinAnswers(name, run);
  const compared = pinnedAndGiven(name, runs);
  expect(compared.length).toBeGreaterThan(0);
  for (const [node, pinned, given] of compared) expect([node, pinned]).toEqual([node, given]);
}

/** What every example must be for people anywhere to import it. */
export function expectImportable(name: string): void {
  expect(readFileSync(fileOf(name), 'utf8')).not.toMatch(/token|secret|password|127\.0\.0\.1|localhost/i);
  const { nodes } = readExample(name);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  expect(nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
}

/** The members of the first pinned answer of each node beside those of the first that has come. */
function pinnedAndGiven(name: string, runs: Execution[]): Array<[node: string, pinned: string[], given: string[]]> {
  const given = (node: string) => runs.map((run) => jsonOf(run, node)[0]).find((json) => json !== undefined) ?? {};
  return Object.entries(pinsOf(name)).map(([node, [first]]) => [
    node,
    membersOf((first as { json: object }).json),
    membersOf(given(node)),
  ]);
}

const membersOf = (json: object): string[] => Object.keys(json).sort();
