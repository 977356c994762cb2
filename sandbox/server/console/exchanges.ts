import { randomUUID } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../upload/source.ts';

type Exchange = { answer: string | null; document: SourceFile | null };

export type ExchangesLimits = {
  folder: string;
  requests: number;
  documents: number;
  answerBytes: number;
  documentBytes: number;
};

/** A longer answer, with pictures of many pages, is left out. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

/**
 * The answers and documents of the last requests, for the console; the oldest make room. A document is a second name for
 * its file, which is removed when the sandbox ends.
 */
export class Exchanges {
  readonly #limits: ExchangesLimits;
  readonly #exchanges = new Map<string, Exchange>();
  #answerBytes = 0;
  #documents = 0;
  #documentBytes = 0;

  constructor(limits: ExchangesLimits) {
    this.#limits = limits;
    mkdirSync(limits.folder, { recursive: true });
  }

  keepAnswer(requestId: string, answer: string): void {
    if (answer.length > LONGEST_ANSWER) return;
    this.#of(requestId).answer = answer;
    this.#answerBytes += answer.length;
    for (const [id, exchange] of this.#exchanges) {
      if (this.#answerBytes <= this.#limits.answerBytes) break;
      this.#forgetAnswer(id, exchange);
    }
  }

  keepDocument(requestId: string, source: SourceFile): void {
    const { folder, documents, documentBytes } = this.#limits;
    if (documents === 0 || this.#exchanges.get(requestId)?.document) return;
    const path = join(folder, randomUUID());
    // A process has taken the file of its request, and keeps it itself.
    const size = statSync(source.path, { throwIfNoEntry: false })?.size ?? Infinity;
    if (size > documentBytes || !tryLink(source.path, path)) return;
    this.#of(requestId).document = { ...source, path, size };
    this.#documents++;
    this.#documentBytes += size;
    for (const [id, exchange] of this.#exchanges) {
      if (this.#documents <= documents && this.#documentBytes <= documentBytes) break;
      this.#forgetDocument(id, exchange);
    }
  }

  answerOf(requestId: string): string | null {
    return this.#exchanges.get(requestId)?.answer ?? null;
  }

  documentOf(requestId: string): SourceFile | null {
    return this.#exchanges.get(requestId)?.document ?? null;
  }

  clear(): void {
    for (const [id, exchange] of this.#exchanges) {
      this.#forgetAnswer(id, exchange);
      this.#forgetDocument(id, exchange);
    }
  }

  #of(requestId: string): Exchange {
    const existing = this.#exchanges.get(requestId);
    if (existing) return existing;
    const added = { answer: null, document: null };
    this.#exchanges.set(requestId, added);
    for (const [id, oldest] of this.#exchanges) {
      if (this.#exchanges.size <= this.#limits.requests) break;
      this.#forgetAnswer(id, oldest);
      this.#forgetDocument(id, oldest);
      this.#exchanges.delete(id);
    }
    return added;
  }

  #forgetAnswer(id: string, exchange: Exchange): void {
    this.#answerBytes -= exchange.answer?.length ?? 0;
    exchange.answer = null;
    if (!exchange.document) this.#exchanges.delete(id);
  }

  #forgetDocument(id: string, exchange: Exchange): void {
    if (!exchange.document) return;
    this.#documents--;
    this.#documentBytes -= exchange.document.size;
    rmSync(exchange.document.path, { force: true });
    exchange.document = null;
    if (exchange.answer === null) this.#exchanges.delete(id);
  }
}

/** Some file systems have no links. */
function tryLink(from: string, to: string): boolean {
  for (const make of [linkSync, copyFileSync])
    try {
      make(from, to);
      return true;
    } catch {
      // The other way, or not at all: the console then shows no picture.
    }
  return false;
}
