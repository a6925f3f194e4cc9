/** How far the sandbox's clock was shifted, and where it was stopped. */
export interface ClockState {
  readonly offsetMs: number;
  readonly stoppedAt?: number;
}

/** The sandbox's time: a base clock that keeps running, shifted or stopped through the controls. */
export class SandboxClock {
  #base: () => Date;
  #offsetMs = 0;
  #stoppedAt: number | undefined;

  constructor(base: () => Date) {
    this.#base = base;
  }

  ms(): number {
    return this.#stoppedAt ?? this.#base().getTime() + this.#offsetMs;
  }

  now(): Date {
    return new Date(this.ms());
  }

  set(ms: number): void {
    if (this.#stoppedAt === undefined) this.#offsetMs = ms - this.#base().getTime();
    else this.#stoppedAt = ms;
  }

  advance(ms: number): void {
    this.set(this.ms() + ms);
  }

  stop(stopped: boolean): void {
    const now = this.ms();
    this.#stoppedAt = stopped ? now : undefined;
    if (!stopped) this.set(now);
  }

  /** Kept across restarts (kept.ts). */
  get state(): ClockState {
    return { offsetMs: this.#offsetMs, ...(this.#stoppedAt !== undefined && { stoppedAt: this.#stoppedAt }) };
  }

  set state({ offsetMs, stoppedAt }: ClockState) {
    this.#offsetMs = offsetMs;
    this.#stoppedAt = stoppedAt;
  }

  /** Back to the base clock. */
  reset(): void {
    this.#offsetMs = 0;
    this.#stoppedAt = undefined;
  }

  get stopped(): boolean {
    return this.#stoppedAt !== undefined;
  }
}
