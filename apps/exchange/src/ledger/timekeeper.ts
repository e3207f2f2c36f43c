import type { Tick } from '@fft/engine';
import type { EngineHost } from './replica/engine-host.ts';
import type { Gateway, Untimed } from './gateway.ts';

export interface TimekeeperOptions {
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Below the maximum of Node's timers; also bounds how late a changed clock is noticed. */
const lookAgainMs = 1_000;
const tick: Untimed<Tick> = { type: 'tick' };

/**
 * Triggers what time alone causes (expiries, dead-man timers, ends of halts and auctions) although no one sends a command: writes a tick to the journal when
 * something is due. Every process does so: an extra tick changes nothing.
 */
export class Timekeeper {
  readonly #options: TimekeeperOptions;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: TimekeeperOptions) {
    this.#options = options;
    options.host.addView({ name: 'timekeeper', add: () => this.#lookAfter(this.#waitMs()) });
    this.#lookAfter(0);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Time until something is due, within the maximum. */
  #waitMs(): number {
    const { host, now } = this.#options;
    return Math.max(0, Math.min(lookAgainMs, host.engine.dueAt() - now()));
  }

  #lookAfter(waitMs: number): void {
    if (this.#closed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#look().catch((error: unknown) => {
        this.#options.onError(error);
        this.#lookAfter(lookAgainMs);
      });
    }, waitMs);
  }

  async #look(): Promise<void> {
    const { host, gateway, now } = this.#options;
    if (host.engine.dueAt() > now()) return this.#lookAfter(this.#waitMs());
    const isWritten = await gateway.submit(tick).then(
      () => true,
      () => false,
    );
    // A tick does a bounded part of the due work, and the next follows immediately. A failed one is retried later.
    this.#lookAfter(isWritten ? this.#waitMs() : lookAgainMs);
  }
}
