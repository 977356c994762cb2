/**
 * Processor time that reading a page may take, in milliseconds: several times what the densest pages take. Processor time
 * is the same on a busy machine, so that no answer depends on what else runs.
 */
const BUDGET = 40_000;

/** A process reads one page at a time, so there is one budget. */
let startedAt = 0;
let elsewhere = 0;
let wasRefused = false;

/** Milliseconds of processor time of this thread. */
const ownTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

export function startPageBudget(): void {
  startedAt = ownTime();
  elsewhere = 0;
  wasRefused = false;
}

/** Counts work that other threads did for the page. */
export function chargePage(milliseconds: number): void {
  elsewhere += milliseconds;
}

/** Whether nothing more should be begun. Asking means that something is left out, so the page counts as partial. */
export function isPageBudgetSpent(): boolean {
  const isSpent = pageTime() > BUDGET;
  wasRefused ||= isSpent;
  return isSpent;
}

/** Whether something was left out. */
export const wasCutShort = () => wasRefused;

/** The processor time of the page so far. */
export const pageTime = () => ownTime() - startedAt + elsewhere;
