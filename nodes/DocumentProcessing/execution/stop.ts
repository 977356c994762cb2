import type { IExecuteFunctions } from 'n8n-workflow';

/** Milliseconds between two looks at the record of the execution. */
const BETWEEN_LOOKS = 1000;

/** A record with much data takes long to read: looking may take a tenth of the time. */
const LOOK_SHARE = 10;

/**
 * Whether Stop was pressed. A worker learns of it by its cancel signal only if the process in which it was pressed has
 * queued the execution: n8n 2.41 tells workers of every other one too, but they find it nowhere. What Stop writes at once
 * is an error in the record of the execution, which has none while it runs.
 */
export class Stop {
  private isRecorded = false;

  /** By a clock that nobody sets. */
  private nextLook: number;

  private look: Promise<void> | undefined;

  constructor(private readonly context: IExecuteFunctions) {
    // n8n's Retry On Fail runs the node again where it knows nothing of Stop.
    this.nextLook = context.getNode().retryOnFail === true ? 0 : performance.now() + BETWEEN_LOOKS;
  }

  get isSignalled(): boolean {
    return this.context.getExecutionCancelSignal()?.aborted === true;
  }

  /** As far as it was seen. */
  get wasSeen(): boolean {
    return this.isRecorded || this.isSignalled;
  }

  /** Looks first, where the last look was a second ago. The editor's own runs are always signalled. */
  readonly isPressed = async (): Promise<boolean> => {
    if (!this.wasSeen && performance.now() >= this.nextLook && this.context.getMode() !== 'manual')
      this.look ??= this.readRecord().finally(() => (this.look = undefined));
    await this.look;
    return this.wasSeen;
  };

  private async readRecord(): Promise<void> {
    const begun = performance.now();
    const read = async () => await this.context.getExecutionDataById(this.context.getExecutionId());
    // Where it cannot be read, nothing is known.
    const record = await read().catch(() => undefined);
    this.isRecorded = record?.resultData?.error !== undefined;
    this.nextLook = performance.now() + Math.max(BETWEEN_LOOKS, LOOK_SHARE * (performance.now() - begun));
  }
}
