/**
 * Processor time that reading a page may take, in milliseconds: some twelve seconds on two idle processors. The slowest of
 * 23 photographs took 15 s of it on a machine with ten times the work it can do: hardly an answer depends on what else runs.
 */
const BUDGET = 20_000;
/** Of the time after which the pool ends the process: on a machine so busy, rather an answer that lacks the rest than none. */
const SHARE_OF_LIMIT = 0.7;
/** From this share of the budget on, nothing is read a second time: rather more lines once. */
const LOW = 0.9;

/** A process reads one page at a time, so there is one budget. */
let startedAt = 0;
let startedAtClock = 0;
let timeLimit = Infinity;
let elsewhere = 0;
let wasRefused = false;

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
  wasRefused = false;
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
  wasRefused ||= spent > share;
  return spent > share;
}

/** Notes that something was left out, so the page counts as partial. */
export function leaveOut(): void {
  wasRefused = true;
}

/** Whether something was left out. */
export const wasCutShort = () => wasRefused;

/** The processor time of the page so far. */
export const pageTime = () => ownTime() - startedAt + elsewhere;
