// npm run mutants [-- --seed 1] [-- --count 300] [-- --only nodes/DocumentProcessing/billing]: how many small changes of the
// nodes' code the tests notice. A sample is compiled in at once; one run without any says which test reaches which.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../n8n/lines.ts';
import { randomFrom } from '../support/random.ts';
import { mutantsOf, type Mutant } from './mutants.ts';

type Sampled = Mutant & { id: number; file: string };
type Judged = Sampled & { outcome: 'killed' | 'timeout' | 'survived'; by?: string; reachedBy: number };

/** A file of tests, or some tests of it. */
interface Selection {
  file: string;
  only?: string[];
  took: number;
}

interface Reply {
  tests: { name: string; mutants: number[]; took: number }[];
  failed: string[];
  took: number;
  /** Of the process, in bytes. */
  memory: number;
}

const PROCESSES = 2;
/** Jest keeps something of each file of tests, so a process is replaced at this size. */
const MOST_MEMORY = 1.2e9;
const FOLDER = `${root}/node_modules/.cache/mutants`;
const CONTROL = 'test/mutants/control/control.ts';
const CONTROLS: Record<string, Judged['outcome']> = {
  '(total) -= (numbers[i] ?? 0)': 'killed',
  '(3 + 1)': 'killed',
  '(i) -= (1)': 'timeout',
  '(count) >= (FEW)': 'survived',
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
  },
});

const mutantsIn = (file: string) =>
  mutantsOf(readFileSync(`${root}/${file}`, 'utf8')).map((found) => ({ ...found, file }));

/** One of each stretch of the code, so that each file has its share, after the controls. */
function takeSample(): Sampled[] {
  const all = globSync('{nodes,credentials}/**/*.ts', { cwd: root })
    .filter((file) => file.startsWith(values.only))
    .sort()
    .flatMap(mutantsIn);
  const random = randomFrom(Number(values.seed));
  const count = Math.min(Number(values.count), all.length);
  const chosen = Array.from({ length: count }, (_, i) => all[Math.floor(((i + random()) * all.length) / count)]!);
  const controls = mutantsIn(CONTROL).filter(({ mutated }) => mutated in CONTROLS);
  return [...controls, ...chosen].map((found, id) => ({ ...found, id }));
}

/** Runs tests in a process of its own, which a mutant may break or keep for ever. */
class Worker {
  #child: ChildProcess | undefined;

  /** What came of it, or nothing if it did not end in time. */
  async run(job: Selection & { mutant?: number }, limit: number): Promise<Reply | undefined> {
    const child = (this.#child ??= await this.#start());
    const abandoned = new AbortController();
    const abandon = () => abandoned.abort();
    const timer = setTimeout(abandon, limit);
    child.once('exit', abandon).send(job);
    const [reply] = (await once(child, 'message', abandoned).catch(() => [])) as [Reply?];
    clearTimeout(timer);
    child.off('exit', abandon);
    if (!reply || reply.memory > MOST_MEMORY) this.stop();
    return reply;
  }

  async #start() {
    const execArgv = ['--no-warnings', '--experimental-vm-modules'];
    const env = { ...process.env, MUTANTS: `${FOLDER}/sample.json` };
    // Of its own group: what a test has started ends with it.
    const child = fork(`${root}/test/mutants/worker.mjs`, {
      cwd: root,
      execArgv,
      env,
      stdio: 'ignore',
      detached: true,
    });
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (message !== 'ready') throw new Error('The process that runs the tests does not start');
    return child;
  }

  stop() {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    this.#child = undefined;
  }
}

const workers = Array.from({ length: PROCESSES }, () => new Worker());
process.on('exit', () => workers.forEach((worker) => worker.stop()));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

async function each<T>(things: T[], work: (thing: T, worker: Worker) => Promise<void>): Promise<void> {
  const queue = things.values();
  await Promise.all(
    workers.map(async (worker) => {
      for (const thing of queue) await work(thing, worker);
      worker.stop();
    }),
  );
}

/** Whether a file of tests is named after the file that was mutated, or has the text that was, e.g. the name of an option. */
const names = (file: string, { file: mutated, original }: Sampled) =>
  basename(file, '.test.ts') === basename(mutated, '.ts') ||
  (original.length > 4 && readFileSync(`${root}/${file}`, 'utf8').includes(original.slice(1, -1)));

/** Which tests reach each mutant, the most specific first. A test that fails without any is of no use. */
async function findTests(sample: Sampled[]): Promise<Map<number, Selection[]>> {
  const found = new Map<number, (Selection & { rank: number })[]>();
  const files = globSync(['test/nodes/**/*.test.ts', 'test/mutants/**/*.test.ts'], {
    cwd: root,
    exclude: ['test/nodes/{fuzz,release}/**'],
  });
  await each(files, async (file, worker) => {
    const reply = await worker.run({ file, took: 0 }, 300_000);
    if (!reply || reply.failed.length > 0)
      console.log(`Fails without a mutant: ${file} ${reply?.failed.join(', ') ?? ''}`);
    if (!reply || reply.failed.includes('')) return;
    const tests = reply.tests.filter(({ name }) => !reply.failed.includes(name));
    const loading = reply.took - tests.reduce((sum, { took }) => sum + took, 0);
    for (const id of new Set(tests.flatMap(({ mutants }) => mutants))) {
      const reaching = tests.filter(({ mutants }) => mutants.includes(id));
      const isWhole = sample[id]!.isOfModule || reaching.some(({ name }) => name === '');
      const run = isWhole ? tests : reaching;
      const took = loading + run.reduce((sum, test) => sum + test.took, 0);
      const breadth = new Set(run.flatMap(({ mutants }) => mutants)).size;
      const rank = breadth * took * (names(file, sample[id]!) ? 0.01 : 1);
      const selection = { file, only: run.map(({ name }) => name), took, rank };
      found.set(id, [...(found.get(id) ?? []), selection]);
    }
  });
  for (const list of found.values()) list.sort((a, b) => a.rank - b.rank);
  return found;
}

const confirmed = new Set<string>();

async function judge(mutant: Sampled, selections: Selection[], worker: Worker): Promise<Judged> {
  const reachedBy = selections.length;
  // All of them: of 67 that twenty files let pass, another file killed fourteen.
  for (const selection of selections) {
    const limit = 20_000 + 5 * selection.took;
    const job = { ...selection, mutant: mutant.id };
    // What an earlier mutant has left may end the process, not this one.
    const reply = (await worker.run(job, limit)) ?? (await worker.run(job, limit));
    if (reply?.failed.length === 0) continue;
    const by = `${selection.file}${reply ? reply.failed[0] : ''}`;
    // It may have failed for another reason: once, each test must pass without the mutant.
    if (!reply || !confirmed.has(by)) {
      const control = await worker.run(selection, limit);
      if (control?.failed.length !== 0) continue;
      confirmed.add(by);
    }
    return { ...mutant, outcome: reply ? 'killed' : 'timeout', by, reachedBy };
  }
  return { ...mutant, outcome: 'survived', reachedBy };
}

const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 70);

/** Prints the survivors and writes all. */
function report(mutants: Judged[]): void {
  const survivors = mutants.filter(({ outcome }) => outcome === 'survived');
  for (const { file, line, original, mutated, reachedBy } of survivors)
    console.log(`${file}:${line}  ${short(original)} → ${short(mutated)}${reachedBy ? '' : '  (reached by no test)'}`);
  const killed = mutants.length - survivors.length;
  const share = Math.round((1000 * killed) / mutants.length) / 10;
  const path = `${FOLDER}/seed-${values.seed}.json`;
  const figures = { seed: values.seed, killed, survived: survivors.length, share };
  writeFileSync(path, JSON.stringify({ ...figures, mutants }, null, 1));
  console.log(`${killed} killed, ${survivors.length} survived: ${share} % killed. ${path}`);
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const sample = takeSample();
  writeFileSync(`${FOLDER}/sample.json`, JSON.stringify(sample));
  console.log(`${sample.length} mutants, seed ${values.seed}`);
  const tests = await findTests(sample);
  const judged: Judged[] = [];
  await each(sample, async (mutant, worker) => {
    judged.push(await judge(mutant, tests.get(mutant.id) ?? [], worker));
    if (judged.length % 25 === 0) console.log(`${judged.length} judged`);
  });
  judged.sort((a, b) => a.id - b.id);
  report(judged.filter(({ file }) => file !== CONTROL));
  for (const { mutated, outcome } of judged.filter(({ file }) => file === CONTROL))
    if (outcome !== CONTROLS[mutated]) throw new Error(`A control is ${outcome}, not ${CONTROLS[mutated]}: ${mutated}`);
}

void main();
