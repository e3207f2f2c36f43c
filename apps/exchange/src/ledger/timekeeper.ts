import type { Tick } from '@fft/engine';
import type { EngineHost } from './replica/engine-host.ts';
import type { Gateway, Untimed } from './gateway.ts';

export interface TimekeeperOptions {
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** The longest that a timer of Node can wait is below this; and a clock that was set is noticed after it. */
const lookAgainMs = 1_000;
const tick: Untimed<Tick> = { type: 'tick' };

/**
 * Sees to it that what time alone brings (expiries, dead-man timers, the ends of halts and auctions) happens though nobody sends anything: writes a
 * tick to the journal when something is due. Every process does: a tick too many changes nothing.
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

  /** Until something is due, but never long. */
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
    // A tick does a bounded part of what is due, and the next one follows at once. One that can't be written is tried again later.
    this.#lookAfter(isWritten ? this.#waitMs() : lookAgainMs);
  }
}
