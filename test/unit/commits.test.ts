import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve('scripts/commits.mjs');
let repository: string;

const git = (...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=Maria', '-c', 'user.email=maria@example.com', ...args], {
    cwd: repository,
    stdio: 'pipe',
  });

/** What the script says about one commit. */
function saidOf(subject: string, body = 'The reason.'): string[] {
  git('commit', '--allow-empty', '-m', subject, '-m', body);
  const output = execFileSync(process.execPath, [script, 'HEAD~1..HEAD'], { cwd: repository, encoding: 'utf8' });
  return output.trim().split('\n').slice(0, -1).slice(1);
}

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'commits-'));
  git('init', '--quiet');
  git('commit', '--allow-empty', '-m', 'Begin');
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

describe('npm run commits says', () => {
  it.each([
    'Keep the token of a callback in one place',
    'Read dates and names of a licence from its code',
    'Say what npm and git need',
  ])('nothing about "%s"', (subject) => {
    expect(saidOf(subject)).toEqual([]);
  });

  it.each([
    ['Layout: captions in capitals are no cells', 'does not begin with a verb'],
    ['Added a test', 'does not begin with a verb'],
    ['keep the token', 'does not begin with a verb'],
    [`Keep ${'x'.repeat(70)}`, 'has 75 characters'],
    ['Keep the token; it was lost', 'has a semicolon'],
    ['Keep the token and read the body once', 'seems to be several changes: "… read"'],
    ['Keep the token, drop the body', 'seems to be several changes: "… drop"'],
    ['Keep the token.', 'ends with a full stop'],
  ])('of "%s" that it %s', (subject, said) => {
    expect(saidOf(subject)).toEqual([expect.stringContaining(said)]);
  });

  it('that a commit gives no reason', () => {
    expect(saidOf('Keep the token', '')).toEqual([expect.stringContaining('gives no reason')]);
  });
});
