import { Type, type Static } from '@sinclair/typebox';
import { oneOf, orNull } from '../schemas/shorthand.ts';
import { instant, quantity, type SandboxDatabase } from '../store.ts';

const text = Type.String();
const nameAndValue = Type.Object({ name: text, value: text });
export type NameAndValue = Static<typeof nameAndValue>;

/** More than any receiver asks for. Each value is looked for wherever it might be repeated. */
export const MOST_PAIRS = 500;
const pairs = Type.Array(nameAndValue, { maxItems: MOST_PAIRS });

const webhook = Type.Object({
  url: text,
  fallbackUrl: orNull(text),
  headers: pairs,
  queryStrings: pairs,
  mtls: Type.Boolean(),
  /** The trace that the callback belongs to, as the request that started the process. */
  traceparent: Type.Optional(orNull(text)),
  tracestate: Type.Optional(orNull(text)),
});
/** Where a result is sent, and the credentials sent with it. */
export type Webhook = Static<typeof webhook>;

const state = oneOf('waiting', 'running', 'held', 'sending', 'finished', 'failed');
/** The sandbox's own states; the service interface shows none. What is `sending` was released, or is sent again. */
export type ProcessState = Static<typeof state>;

const row = Type.Object({
  id: text,
  kind: oneOf('contentExtraction', 'enrichment'),
  state,
  createdAt: instant,
  finishedAt: orNull(instant),
  requestId: text,
  webhook,
  job: Type.Unknown(),
  outcome: orNull(text),
});
export type ProcessRow = Static<typeof row>;

const delivery = Type.Object({
  processId: Type.Optional(text),
  at: instant,
  target: oneOf('url', 'fallbackUrl'),
  url: text,
  milliseconds: quantity,
  httpStatus: orNull(quantity),
  answer: orNull(text),
  error: orNull(text),
  certificate: orNull(text),
});
/** One call of a webhook and its outcome. */
export type Delivery = Required<Static<typeof delivery>>;

type What =
  'accepted' | 'upstream' | 'replayed' | 'reading' | 'read' | 'broken' | 'held' | 'released' | 'sentAgain' | 'givenUp';
const step = Type.Object({ at: instant, what: Type.Unsafe<What>(text), detail: orNull(text) });
/** What happened to a process, beside its deliveries. */
export type Step = Static<typeof step>;

const payload = Type.Object({ text, failed: Type.Boolean() });
/** The text of a callback, and whether it reports a failure. */
export type Payload = Static<typeof payload>;

/** A process in an exported state. */
export const exportedProcess = Type.Object({
  ...row.properties,
  deliveries: Type.Array(delivery),
  steps: Type.Array(step),
  payload: orNull(payload),
});

/** How a process stands, with what became of its callback last. */
export type Standing = { requestId: string; state: ProcessState; last: Delivery | null };

export type StoredProcess = ProcessRow & { deliveries: Delivery[]; steps: Step[] };

/** How much is kept of what has ended: so many processes with their results, and so many bytes of each, or of a small disk a part. */
const MOST_PROCESSES = 5000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_OF_FREE = 1 / 4;
const LONGEST_OUTCOME = 20_000;
/** So many end before the oldest are looked for. */
const MOST_OVER = 20;
/** Of what happened to a process, and of its deliveries. */
const MOST_ROWS = 100;

export class ProcessStore {
  readonly #database: SandboxDatabase;
  readonly #changed: (id: string) => void;
  /** Those whose callbacks are sent again by themselves: they have not ended, though their state says so. */
  readonly repeated = new Set<string>();
  #ended = 0;
  /** What all processes take on the disk, the oldest first, but for those that have changed since; null if it is not known. */
  #sizes: Map<string, Size> | null = null;
  readonly #stale = new Set<string>();
  #timesUndone = 0;

  constructor(database: SandboxDatabase, changed: (id: string) => void = () => {}) {
    this.#database = database;
    this.#changed = (id) => {
      this.#stale.add(id);
      changed(id);
    };
  }

  add(row: Omit<ProcessRow, 'state' | 'finishedAt' | 'outcome'>): void {
    this.#database
      .prepare(
        `INSERT INTO process (id, kind, state, createdAt, requestId, webhook, job) VALUES (?, ?, 'waiting', ?, ?, ?, ?)`,
      )
      .run(row.id, row.kind, row.createdAt, row.requestId, JSON.stringify(row.webhook), JSON.stringify(row.job));
    this.addStep(row.id, { at: row.createdAt, what: 'accepted', detail: null });
  }

  /** Of a process that was forgotten meanwhile nothing is kept: here, in `toSend` and in `addDelivery`. */
  addStep(id: string, { at, what, detail }: Step): void {
    if (!this.has(id)) return;
    this.#database.prepare('INSERT INTO step VALUES (?, ?, ?, ?)').run(id, at, what, detail);
    this.#keepFirstAndLast('step', id);
    this.#changed(id);
  }

  keepPayload(id: string, { text, failed }: Payload): void {
    this.#database.prepare('INSERT OR REPLACE INTO payload VALUES (?, ?, ?)').run(id, text, Number(failed));
  }

  /** Its work is done, and its result is to be sent. The password of its file is needed no more. */
  toSend(id: string, payload: Payload): void {
    if (!this.has(id)) return;
    this.keepPayload(id, payload);
    this.#database.prepare(`UPDATE process SET job = '{}' WHERE id = ?`).run(id);
    this.setState(id, 'sending');
  }

  payloadOf(id: string): Payload | null {
    const row = this.#database.prepare('SELECT text, failed FROM payload WHERE processId = ?').get(id);
    return row ? { text: row['text'] as string, failed: row['failed'] === 1 } : null;
  }

  /** Of the text of the result. */
  payloadBytes(id: string): number {
    const row = this.#database.prepare('SELECT octet_length(text) AS bytes FROM payload WHERE processId = ?').get(id);
    return Number(row?.['bytes'] ?? 0);
  }

  /** Whether the result reports a failure; null if there is none. */
  hasFailed(id: string): boolean | null {
    const row = this.#database.prepare('SELECT failed FROM payload WHERE processId = ?').get(id);
    return row ? row['failed'] === 1 : null;
  }

  /** Of one that has not finished. */
  setState(id: string, state: ProcessState): void {
    this.#database.prepare('UPDATE process SET state = ?, finishedAt = NULL WHERE id = ?').run(state, id);
    this.#changed(id);
  }

  /** The beginning of its result is kept longer than the whole. */
  end(id: string, state: ProcessState, finishedAt: number): void {
    const outcome = `(SELECT substr(text, 1, ${LONGEST_OUTCOME}) FROM payload WHERE processId = id)`;
    this.#database
      .prepare(
        `UPDATE process SET state = ?, finishedAt = ?, outcome = coalesce(${outcome}, ''), job = '{}' WHERE id = ?`,
      )
      .run(state, finishedAt, id);
    this.#changed(id);
    this.#ended++;
  }

  /** Whether so many have ended, or there is so little room, that it is time to. */
  isToPrune(): boolean {
    return this.#ended % MOST_OVER === 0 || this.#mostBytes() < MOST_BYTES;
  }

  /** The oldest of what has ended make room. What is held, on its way or sent again stays. */
  prune(): void {
    const ended = [...this.#readSizes()].filter(([id, { hasEnded }]) => hasEnded && !this.repeated.has(id));
    const newer = { processes: 0, bytes: 0, resultBytes: 0 };
    const mostOfTaken = this.#mostBytes();
    for (const [id, { isTaken, bytes, outcomeBytes, resultBytes }] of ended.reverse()) {
      // Another program may fill the disk for a moment: what nobody has taken is not given up for that.
      const mostBytes = isTaken ? mostOfTaken : MOST_BYTES;
      const isOver = newer.processes >= MOST_PROCESSES || newer.bytes > mostBytes;
      if (isOver) this.#delete(TABLES, id);
      else if (resultBytes > 0 && newer.resultBytes > mostBytes) this.#delete(['payload'], id);
      newer.processes++;
      newer.bytes += bytes + outcomeBytes;
      newer.resultBytes += resultBytes;
    }
  }

  #mostBytes(): number {
    return Math.min(MOST_BYTES, this.#database.freeBytes() * MOST_OF_FREE);
  }

  #delete(tables: readonly string[], id: string): void {
    for (const table of tables)
      this.#database.prepare(`DELETE FROM ${table} WHERE ${table === 'process' ? 'id' : 'processId'} = ?`).run(id);
    this.#stale.add(id);
  }

  /** How many processes have not ended, and what they take on the disk besides their files. */
  sizeOfUnfinished(): { processes: number; bytes: number } {
    const sum = { processes: 0, bytes: 0 };
    for (const [id, { hasEnded, bytes, resultBytes }] of this.#readSizes()) {
      if (hasEnded && !this.repeated.has(id)) continue;
      sum.processes++;
      sum.bytes += bytes + resultBytes;
    }
    return sum;
  }

  /** Only those that have changed are read again: there may be thousands, and this is asked for with each request. */
  #readSizes(): Map<string, Size> {
    const read = (where: string, ...values: string[]) =>
      this.#database.prepare(`${SELECT_SIZE} ${where} ORDER BY process.rowid`).all(...values) as (Size & {
        id: string;
      })[];
    if (this.#sizes === null || this.#timesUndone !== this.#database.timesUndone)
      this.#sizes = new Map(read('').map((size) => [size.id, size]));
    else
      for (const id of this.#stale) {
        const [size] = read('WHERE id = ?', id);
        if (size) this.#sizes.set(id, size);
        else this.#sizes.delete(id);
      }
    this.#stale.clear();
    this.#timesUndone = this.#database.timesUndone;
    return this.#sizes;
  }

  /** With an answer, a process that is sent has finished. Returns how to add what the answer begins with, which comes later. */
  addDelivery({ processId: id, ...delivery }: Delivery): (answer: string) => void {
    if (!this.has(id)) return () => {};
    const { at, target, url, milliseconds, httpStatus, answer, error, certificate } = delivery;
    const { lastInsertRowid: row } = this.#database
      .prepare('INSERT INTO delivery VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(id, at, target, url, milliseconds, httpStatus, answer, error, certificate);
    this.#keepFirstAndLast('delivery', id);
    if (httpStatus !== null)
      this.#database.prepare(`UPDATE process SET finishedAt = ? WHERE id = ? AND state = 'sending'`).run(at, id);
    this.#changed(id);
    return (text) => {
      this.#database
        .prepare('UPDATE delivery SET answer = ? WHERE rowid = ? AND processId = ?')
        .run(text, Number(row), id);
      this.#changed(id);
    };
  }

  /** Somebody may send a result again and again. */
  #keepFirstAndLast(table: 'delivery' | 'step', id: string): void {
    const rows = `FROM ${table} WHERE processId = ?`;
    const { count } = this.#database.prepare(`SELECT count(*) AS count ${rows}`).get(id) as { count: number };
    if (count <= MOST_ROWS) return;
    const middle = `SELECT rowid ${rows} ORDER BY rowid LIMIT 1 OFFSET ${MOST_ROWS / 2}`;
    this.#database.prepare(`DELETE FROM ${table} WHERE rowid = (${middle})`).run(id);
  }

  has(id: string): boolean {
    return this.#database.prepare('SELECT 1 FROM process WHERE id = ?').get(id) !== undefined;
  }

  /** Whether its work is still to be done, or its result to be sent: it may be forgotten, or an import has failed it. */
  isUnfinished(id: string): boolean {
    return this.#database.prepare(`SELECT 1 FROM process WHERE id = ? AND ${IS_UNFINISHED}`).get(id) !== undefined;
  }

  find(id: string): StoredProcess | null {
    const row = this.#database.prepare('SELECT * FROM process WHERE id = ?').get(id);
    return row ? this.#whole(asRow(row)) : null;
  }

  /** The process that a request has started. */
  startedBy(requestId: string): StoredProcess | null {
    const row = this.#database.prepare('SELECT id FROM process WHERE requestId = ?').get(requestId);
    return row ? this.find(row['id'] as string) : null;
  }

  /** The processes whose results are kept. */
  withPayload(): string[] {
    return this.#database
      .prepare('SELECT processId FROM payload')
      .all()
      .map(({ processId }) => processId as string);
  }

  /** How the process stands that a request has started. */
  standingOf(requestId: string): Standing | null {
    const row = this.#database.prepare(selectStanding('SELECT * FROM process WHERE requestId = ?')).get(requestId);
    return row ? asStanding(row) : null;
  }

  /** How the newest processes stand, in no order. */
  standings(maximum = 200): Standing[] {
    const newest = 'SELECT * FROM process ORDER BY rowid DESC LIMIT ?';
    return this.#database.prepare(selectStanding(newest)).all(maximum).map(asStanding);
  }

  /** The requests that started processes with this text, of which case does not count, in their IDs. */
  requestsOf(partOfId: string): string[] {
    const rows = this.#database
      .prepare('SELECT requestId FROM process WHERE instr(lower(id), lower(?)) > 0')
      .all(partOfId);
    return rows.map(({ requestId }) => requestId as string);
  }

  /** Newest first, all unless it is said how many. */
  ids(maximum = -1): string[] {
    const rows = this.#database.prepare('SELECT id FROM process ORDER BY rowid DESC LIMIT ?').all(maximum);
    return rows.map(({ id }) => id as string);
  }

  /** Adds a process of another sandbox. */
  restore({ deliveries, steps, payload, ...row }: Static<typeof exportedProcess>): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO process VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        ...[row.id, row.kind, UNFINISHED.includes(row.state) ? 'failed' : row.state, row.createdAt],
        ...[row.finishedAt, row.requestId, JSON.stringify(row.webhook), JSON.stringify(row.job), row.outcome],
      );
    for (const delivery of deliveries) this.addDelivery({ ...delivery, processId: row.id });
    for (const step of steps) this.addStep(row.id, step);
    if (payload) this.keepPayload(row.id, payload);
  }

  clear(): void {
    this.repeated.clear();
    this.#sizes = null;
    for (const table of TABLES) this.#database.exec(`DELETE FROM ${table}`);
  }

  /** What is being read at a stop is read by the next run. That it was begun here would count as a try that ended the sandbox. */
  stopReading(): void {
    const running = `SELECT id FROM process WHERE state = 'running'`;
    this.#database.exec(`
      DELETE FROM step WHERE rowid IN
        (SELECT max(rowid) FROM step WHERE what = 'reading' AND processId IN (${running}) GROUP BY processId);
      UPDATE process SET state = 'waiting' WHERE state = 'running'`);
  }

  /** Processes that an earlier run did not finish. */
  unfinished(): Pick<ProcessRow, 'id' | 'kind' | 'state' | 'finishedAt'>[] {
    const select = `SELECT id, kind, state, finishedAt FROM process WHERE ${IS_UNFINISHED} ORDER BY rowid`;
    return this.#database.prepare(select).all() as ReturnType<ProcessStore['unfinished']>;
  }

  /** The receiver at one address has moved to another: what is there to be called back is called back here from now on. */
  moveReceiver(from: string, to: string): void {
    const moved = (url: string | null) => (url?.startsWith(`${from}/`) ? to + url.slice(from.length) : url);
    const rows = this.#database.prepare('SELECT * FROM process WHERE instr(webhook, ?) > 0').all(from);
    for (const { id, webhook } of rows.map(asRow))
      this.#database
        .prepare('UPDATE process SET webhook = ? WHERE id = ?')
        .run(JSON.stringify({ ...webhook, url: moved(webhook.url), fallbackUrl: moved(webhook.fallbackUrl) }), id);
  }

  #whole(row: ProcessRow): StoredProcess {
    const of = (table: string) =>
      this.#database.prepare(`SELECT * FROM ${table} WHERE processId = ? ORDER BY rowid`).all(row.id);
    return {
      ...row,
      deliveries: of('delivery') as unknown as Delivery[],
      steps: of('step').map(({ processId: _id, ...step }) => step as unknown as Step),
    };
  }
}

const TABLES = ['process', 'delivery', 'step', 'payload'];

const UNFINISHED: ProcessState[] = ['waiting', 'running', 'sending'];
const IS_UNFINISHED = `state IN ('${UNFINISHED.join(`', '`)}')`;

/** What a process takes on the disk with its deliveries, besides the beginning of its result, and that as a whole. */
type Size = { hasEnded: 0 | 1; isTaken: 0 | 1; bytes: number; outcomeBytes: number; resultBytes: number };
const SELECT_SIZE = `
  SELECT id, state IN ('finished', 'failed') AS hasEnded,
    EXISTS (SELECT 1 FROM delivery WHERE processId = id AND httpStatus BETWEEN 200 AND 299) AS isTaken,
    octet_length(webhook) + octet_length(job) +
    (SELECT total(octet_length(url) + coalesce(octet_length(answer), 0) + coalesce(octet_length(error), 0))
      FROM delivery WHERE processId = id) AS bytes,
    coalesce(octet_length(outcome), 0) AS outcomeBytes, coalesce(octet_length(text), 0) AS resultBytes
  FROM process LEFT JOIN payload ON processId = id`;

const selectStanding = (processes: string) => `
  SELECT process.requestId, process.state, delivery.* FROM (${processes}) AS process LEFT JOIN delivery ON delivery.rowid =
    (SELECT rowid FROM delivery WHERE processId = process.id ORDER BY rowid DESC LIMIT 1)`;

function asStanding({ requestId, state, ...delivery }: Record<string, unknown>): Standing {
  const last = delivery['processId'] === null ? null : (delivery as unknown as Delivery);
  return { requestId: requestId as string, state: state as ProcessState, last };
}

function asRow(row: Record<string, unknown>): ProcessRow {
  const { webhook, job } = row as { webhook: string; job: string };
  return {
    ...(row as unknown as ProcessRow),
    webhook: JSON.parse(webhook) as Webhook,
    job: JSON.parse(job) as unknown,
  };
}
