// Time that passes at once, so that no test waits for it. `jest.restoreAllMocks()` brings the real time back.

/** It is so many milliseconds later, and stays so until more are let pass. Meanwhile the computer's clock is set back an hour. */
export function letPass(milliseconds: number): void {
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + milliseconds);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
}

/** The time-out that is set next is over at this moment. */
export function timeOutAt(moment: Promise<unknown>): void {
  const time = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
  void moment.then(() => time.abort());
}
