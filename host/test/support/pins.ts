// The sample results pinned to the examples, which the editor shows before anything has run.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '../../restApi.ts';
import { root } from '../../lines.ts';
import { jsonOf } from '../../n8n.ts';
import type { WorkflowJson } from '../../n8n.ts';

const fileOf = (name: string) => join(root, 'examples', `${name}.json`);

export const readExample = (name: string): WorkflowJson =>
  JSON.parse(readFileSync(fileOf(name), 'utf8')) as WorkflowJson;

/** The workflow without pinned data, so that its nodes run. */
export const unpinned = (workflow: WorkflowJson): WorkflowJson => ({ ...workflow, pinData: {} });

const ours = ({ nodes }: WorkflowJson) =>
  nodes.filter(({ type }) => type.startsWith('n8n-nodes-document-processing.')).map(({ name }) => name);

export const pinsOf = (name: string): Record<string, object[]> =>
  (readExample(name)['pinData'] ?? {}) as Record<string, object[]>;

/** With UPDATE=1, writes the output of our nodes into the example. */
function pinResults(name: string, run: Execution): void {
  if (process.env['UPDATE'] === undefined) return;
  const example = readExample(name);
  const nodes = ours(example).filter((node) => jsonOf(run, node).length > 0);
  const pins = Object.fromEntries(nodes.map((node) => [node, jsonOf(run, node).map((json) => ({ json }))]));
  writeFileSync(fileOf(name), `${JSON.stringify({ ...example, pinData: { ...pinsOf(name), ...pins } }, null, 2)}\n`);
}

/** Compares the members of pinned and real results of each node. With UPDATE=1, pins the real ones first. */
export function expectAsPinned(name: string, runs: Execution[]): void {
  for (const run of runs) pinResults(name, run);
  const compared = pinnedAndGiven(name, runs);
  expect(compared.length).toBeGreaterThan(0);
  for (const [node, pinned, given] of compared) expect([node, pinned]).toEqual([node, given]);
}

/** Checks that anyone can import the example: no secrets, no local addresses, unique node IDs, a note. */
export function expectImportable(name: string): void {
  expect(readFileSync(fileOf(name), 'utf8')).not.toMatch(/token|secret|password|127\.0\.0\.1|localhost/i);
  const { nodes } = readExample(name);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  expect(nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
}

/** For each node, the members of its first pinned result and of its first real one. */
function pinnedAndGiven(name: string, runs: Execution[]): Array<[node: string, pinned: string[], given: string[]]> {
  const given = (node: string) => runs.map((run) => jsonOf(run, node)[0]).find((json) => json !== undefined) ?? {};
  return Object.entries(pinsOf(name)).map(([node, [first]]) => [
    node,
    membersOf((first as { json: object }).json),
    membersOf(given(node)),
  ]);
}

const membersOf = (json: object): string[] => Object.keys(json).sort();
