import { type DepthPush, streamData } from '@fft/contract';
import { type ChannelMemory, createMemory } from './channel-memory.ts';
import type { ChannelKind } from './channels.ts';

export type Listener = (data: never, seq: number) => void;

/** What came of a push: told to the listeners, not of the contract's form, or out of order. */
export type PushOutcome = 'told' | 'invalid' | 'gap' | 'waiting';

/** Diffs that may come before their snapshot: what was on its way already. After so many it was lost on the way. */
const waitsMost = 10;

/** One channel with everybody who listens to it. */
export class Subscription {
  readonly channel: string;
  readonly #kind: ChannelKind;
  readonly #listeners = new Set<Listener>();
  #memory: ChannelMemory;
  #seq: number | null = null;
  #waited = 0;
  /** The server has said yes on this socket. */
  isJoined = false;

  constructor(channel: string, kind: ChannelKind) {
    this.channel = channel;
    this.#kind = kind;
    this.#memory = createMemory(kind);
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
    const whole = this.#memory.whole();
    if (whole !== undefined) tell(listener, whole, this.#seq ?? 0);
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** The socket is a new one, or the channel is asked for anew: what was known has to come again. */
  reset(): void {
    this.#memory = createMemory(this.#kind);
    this.#seq = null;
    this.#waited = 0;
    this.isJoined = false;
  }

  take(data: unknown, seq: number): PushOutcome {
    const checked = streamData[this.#kind]().safeParse(data);
    if (!checked.success) return 'invalid';
    if (this.#kind === 'depth') {
      const outcome = this.#follow((checked.data as DepthPush).kind, seq);
      if (outcome !== 'told') return outcome;
    }
    this.#seq = seq;
    this.#memory.take(checked.data);
    for (const listener of this.#listeners) tell(listener, checked.data, seq);
    return 'told';
  }

  /** A book is whole only when each diff follows on the one before it, and the first on a snapshot. */
  #follow(kind: DepthPush['kind'], seq: number): PushOutcome {
    if (kind === 'snapshot') return 'told';
    if (this.#seq === null) {
      this.#waited += 1;
      return this.#waited > waitsMost ? 'gap' : 'waiting';
    }
    return seq === this.#seq + 1 ? 'told' : 'gap';
  }
}

function tell(listener: Listener, data: unknown, seq: number): void {
  (listener as (data: unknown, seq: number) => void)(data, seq);
}
