/** Bounds the time until a whole response has come. The timeout of n8n's client ends with the headers of the response. */
export class TimeLimit {
  /** Rejects with the message of n8n's client. */
  readonly exceeded: Promise<never>;

  private timer: AbortSignal | undefined;
  private reject: (error: Error) => void = () => undefined;

  constructor(readonly milliseconds: number) {
    this.exceeded = new Promise((_resolve, reject) => (this.reject = reject));
    // Nobody may be waiting when the time is over.
    this.exceeded.catch(() => undefined);
  }

  /** The time runs from the first call. */
  start(): void {
    if (this.timer) return;
    this.timer = AbortSignal.timeout(this.milliseconds);
    this.timer.addEventListener('abort', this.exceed);
  }

  end(): void {
    this.timer?.removeEventListener('abort', this.exceed);
  }

  private readonly exceed = (): void => this.reject(new Error(`timeout of ${this.milliseconds}ms exceeded`));
}
