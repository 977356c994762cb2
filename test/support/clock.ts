// Time that passes at once, so that no test waits for it. `jest.restoreAllMocks()` brings the real time back.

/** It is so many milliseconds later, and stays so until more are let pass. */
export function letPass(milliseconds: number): void {
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + milliseconds);
}

/** The time-out that is set next is over at this moment. */
export function timeOutAt(moment: Promise<unknown>): void {
  const time = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
  void moment.then(() => time.abort());
}
