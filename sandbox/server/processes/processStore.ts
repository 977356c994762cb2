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

/** How much is kept of what has ended: so many processes with their results, and so many bytes of each. */
const MOST_PROCESSES = 5000;
const MOST_BYTES = 64 * 1024 * 1024;
/** So many end before the oldest are looked for. */
const MOST_OVER = 20;

export class ProcessStore {
  readonly #database: SandboxDatabase;
  readonly #changed: (id: string) => void;
  /** Those whose callbacks are sent again by themselves: they have not ended, though their state says so. */
  readonly repeated = new Set<string>();
  #ended = 0;

  constructor(database: SandboxDatabase, changed: (id: string) => void = () => {}) {
    this.#database = database;
    this.#changed = changed;
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
    this.#changed(id);
  }

  keepPayload(id: string, { text, failed }: Payload): void {
    this.#database.prepare('INSERT OR REPLACE INTO payload VALUES (?, ?, ?)').run(id, text, Number(failed));
  }

  /** Its work is done, and its result is to be sent. The password of its file is needed no more. */
  toSend(id: string, payload: Payload): void {
    if (!this.has(id)) return;
    this.keepPayload(id, payload);
    this.#database.prepare(`UPDATE process SET state = 'sending', job = '{}' WHERE id = ?`).run(id);
    this.#changed(id);
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

  setState(id: string, state: ProcessState, finishedAt: number | null, outcome: string | null): void {
    this.#database
      .prepare('UPDATE process SET state = ?, finishedAt = ?, outcome = ? WHERE id = ?')
      .run(state, finishedAt, outcome, id);
    this.#changed(id);
  }

  end(id: string, state: ProcessState, finishedAt: number, outcome: string): void {
    this.setState(id, state, finishedAt, outcome);
    this.#database.prepare(`UPDATE process SET job = '{}' WHERE id = ?`).run(id);
    if (++this.#ended % MOST_OVER === 0) this.prune();
  }

  /** The oldest of what has ended make room. What is held, on its way or sent again stays. */
  prune(): void {
    const payloads = `payload WHERE processId IN (SELECT id FROM process WHERE ${HAS_ENDED})`;
    const processes = `process WHERE ${HAS_ENDED}`;
    const sizeOfProcess = `octet_length(webhook) + coalesce(octet_length(outcome), 0)`;
    const prune = (table: string, oldest: string) =>
      this.#database.prepare(`DELETE FROM ${table} WHERE rowid IN (${oldest})`).run(this.#repeatedAsJson());
    prune('payload', selectOldest(payloads, 'octet_length(text)'));
    prune('process', selectOldest(processes, sizeOfProcess));
    for (const table of ['delivery', 'step', 'payload'])
      this.#database.exec(`DELETE FROM ${table} WHERE processId NOT IN (SELECT id FROM process)`);
  }

  /** How many processes have not ended, and what they take on the disk besides their files. */
  sizeOfUnfinished(): { processes: number; bytes: number } {
    const select = `
      SELECT count(*) AS processes, total(octet_length(job) + coalesce(octet_length(text), 0)) AS bytes
      FROM process LEFT JOIN payload ON processId = id WHERE NOT (${HAS_ENDED})`;
    return this.#database.prepare(select).get(this.#repeatedAsJson()) as { processes: number; bytes: number };
  }

  #repeatedAsJson(): string {
    return JSON.stringify([...this.repeated]);
  }

  addDelivery(delivery: Delivery): void {
    if (!this.has(delivery.processId)) return;
    this.#database
      .prepare('INSERT INTO delivery VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        delivery.processId,
        delivery.at,
        delivery.target,
        delivery.url,
        delivery.milliseconds,
        delivery.httpStatus,
        delivery.answer,
        delivery.error,
        delivery.certificate,
      );
    this.#changed(delivery.processId);
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

  /** Newest first. */
  ids(): string[] {
    const rows = this.#database.prepare('SELECT id FROM process ORDER BY rowid DESC').all();
    return rows.map(({ id }) => id as string);
  }

  /** Newest first. */
  list(maximum = 200): StoredProcess[] {
    const rows = this.#database.prepare('SELECT * FROM process ORDER BY rowid DESC LIMIT ?').all(maximum);
    return rows.map(asRow).map((row) => this.#whole(row));
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
    for (const table of ['process', 'delivery', 'step', 'payload']) this.#database.exec(`DELETE FROM ${table}`);
  }

  /** Processes that an earlier run did not finish. */
  unfinished(): Pick<ProcessRow, 'id' | 'kind' | 'state'>[] {
    const select = `SELECT id, kind, state FROM process WHERE ${IS_UNFINISHED} ORDER BY rowid`;
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

const UNFINISHED: ProcessState[] = ['waiting', 'running', 'sending'];
/** With those that are sent again as JSON. */
const HAS_ENDED = `state IN ('finished', 'failed') AND id NOT IN (SELECT value FROM json_each(?))`;
const IS_UNFINISHED = `state IN ('${UNFINISHED.join(`', '`)}')`;

/**
 * The rows that are beyond so many, or behind so many bytes, of newer ones. Clocks are set back: their numbers tell the order.
 * Their sizes are told first (the limit is none): a window would copy all that they have.
 */
const selectOldest = (from: string, size: string) => `
  SELECT row FROM (
    SELECT row, row_number() OVER newest AS place, sum(size) OVER newest - size AS newer
    FROM (SELECT rowid AS row, ${size} AS size FROM ${from} LIMIT -1) WINDOW newest AS (ORDER BY row DESC)
  ) WHERE place > ${MOST_PROCESSES} OR newer > ${MOST_BYTES}`;

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
