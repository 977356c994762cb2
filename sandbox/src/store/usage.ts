import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** What one request consumed. */
export type Consumption = { service: string; requests: number; typified: number; nonTypified: number; billed: number };

export type DayOfService = Consumption & { day: string };

/** The consumption history billing is made from. */
export class Usage {
  readonly #insert: StatementSync;
  readonly #select: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?)');
    this.#select = database.prepare(`
      SELECT date(at / 1000, 'unixepoch') AS day, service, sum(requests) AS requests, sum(typified) AS typified,
             sum(nonTypified) AS nonTypified, sum(billed) AS billed
      FROM usage WHERE at BETWEEN ? AND ? GROUP BY day, service ORDER BY day, service`);
  }

  record(at: number, { service, requests, typified, nonTypified, billed }: Consumption): void {
    this.#insert.run(at, service, requests, typified, nonTypified, billed);
  }

  between(start: number, end: number): DayOfService[] {
    return this.#select.all(start, end) as unknown as DayOfService[];
  }
}
