// What callbacks must share inside one process, and n8n's static data cannot hold. n8n reads static data before a call
// and saves it after: calls at the same time do not see each other's changes, and the last writer wins. It also saves
// nothing for a trigger that is only being tested. Everything here is lost at a restart, so whatever must survive one
// is kept in static data too.
import type { CallbackEvent } from './token';

/** A trigger's URL, as the actions of its workflow find it. */
export interface Registration {
  url: string;
  events: CallbackEvent[];
}

/** One that this process has registered. The digest tells whether it used the secret of whoever asks. */
export interface OwnTrigger extends Registration {
  digest: string;
}

/**
 * The triggers registered by this process, by workflow and node. Those under test are found nowhere else; n8n 1 shows a
 * test run no static data at all, so the active ones are here too.
 */
export const triggers = { production: new Map<string, OwnTrigger>(), test: new Map<string, OwnTrigger>() };

/** Deliveries that were accepted, and those in progress, with the time until which that counts. */
export interface Deliveries {
  accepted: Set<string>;
  inProgress: Map<string, { until: number }>;
}

/**
 * The deliveries this process has seen, so that of several calls with one result, at the same time, only the first is
 * accepted. By trigger, and one entry for all waiting executions.
 */
export const deliveries = new Map<string, Deliveries>();

/**
 * What is found at a trigger's URL. `busy`: something that has not answered as a trigger, but may be one. `absent`: an
 * answer that cannot come from a trigger of this credential. `unreachable`: this process cannot call it, others may.
 * `blocked`: n8n guards its network, and lets no call out to its own address.
 */
export type TriggerState = 'listening' | 'busy' | 'absent' | 'unreachable' | 'blocked';

/**
 * What was found, by URL, secret and workflow, and until when the answer counts. Executions that wait at the same
 * time share one probe, and later ones need none: it would add a request to n8n for each, when n8n is busiest.
 */
export const probes = new Map<string, { state: Promise<TriggerState>; validUntil: number }>();

/** What signs the tokens of callbacks, and all that no item may repeat. */
export interface KnownSecrets {
  callbackSecrets: string[];
  secrets: string[];
}

/**
 * The secrets of triggers as they were last read, with the time. n8n 2 starts a virtual machine each time it reads a
 * credential, which was much of the work in a burst of callbacks.
 */
export const secretReadings = new Map<string, { begun: number; secrets: Promise<KnownSecrets> }>();

/** Attempts to relay a callback: how many run, and those that wait for their turn. */
export const relays = { running: 0, waiting: [] as Array<() => void> };
