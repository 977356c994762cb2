/**
 * Processor time that reading a page may take, in milliseconds. The slowest of 23 photographs took 15 s of it on a machine
 * with ten times the work it can do: no answer depends on what else runs.
 */
const BUDGET = 40_000;
/** Of the time after which the pool ends the process: on a machine so busy, rather an answer that lacks the rest than none. */
const SHARE_OF_LIMIT = 0.7;
/** From this share of the budget on, nothing is read a second time: rather more lines once. */
const LOW = 0.9;

/** A process reads one page at a time, so there is one budget. */
let startedAt = 0;
let startedAtClock = 0;
let timeLimit = Infinity;
let elsewhere = 0;
let leftOut: string | null = null;

/** Milliseconds of processor time of this thread. */
const ownTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** `limit`: milliseconds until the pool ends the process. */
export function startPageBudget(limit = Infinity): void {
  startedAt = ownTime();
  startedAtClock = performance.now();
  timeLimit = limit;
  elsewhere = 0;
  leftOut = null;
}

/** Counts work that other threads did for the page. */
export function chargePage(milliseconds: number): void {
  elsewhere += milliseconds;
}

/** Whether nothing more should be begun. Asking means that something is left out, so the page counts as partial. */
export const isPageBudgetSpent = () => refuseFrom(1);

/** Whether nothing should be read a second time. Asking means that it is not, so the page counts as partial. */
export const isPageBudgetLow = () => refuseFrom(LOW);

function refuseFrom(share: number): boolean {
  const spent = Math.max(pageTime() / BUDGET, (performance.now() - startedAtClock) / (SHARE_OF_LIMIT * timeLimit));
  if (spent > share) leaveOut('reading it took too long');
  return spent > share;
}

/** Notes that something was left out and why, so the page counts as partial. */
export function leaveOut(reason: string): void {
  leftOut ??= reason;
}

/** Why something was left out; null if nothing was. */
export const reasonLeftOut = () => leftOut;

/** Of a document, the most time that a page may leave to the others, and to the reading of its layer if it takes too much. */
const [OF_SEVERAL, OF_ONE] = [0.5, 0.85];

/** The time of a page before the process is ended, of what is left for the document. */
export const pageLimit = (timeLeft: number, pagesLeft: number): number =>
  timeLeft * (pagesLeft > 1 ? OF_SEVERAL : OF_ONE);

/** The processor time of the page so far. */
export const pageTime = () => ownTime() - startedAt + elsewhere;
