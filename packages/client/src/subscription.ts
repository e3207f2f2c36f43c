import { type DepthPush, streamData } from '@fft/contract';
import { type ChannelState, createChannelState } from './channel-state.ts';
import type { ChannelKind } from './channels.ts';

export type Listener = (data: never, seq: number) => void;

/** Result of a push: delivered, invalid, out of order, or waiting for a snapshot. */
export type PushOutcome = 'delivered' | 'invalid' | 'gap' | 'waiting';

/** Diffs that may arrive before the snapshot; after more, the snapshot counts as lost. */
const maxEarlyDiffs = 10;

/** One channel and its listeners. */
export class Subscription {
  readonly channel: string;
  readonly #kind: ChannelKind;
  readonly #listeners = new Set<Listener>();
  #memory: ChannelState;
  #seq: number | null = null;
  #waited = 0;
  /** The server confirmed the subscription on this socket. */
  isJoined = false;

  constructor(channel: string, kind: ChannelKind) {
    this.channel = channel;
    this.#kind = kind;
    this.#memory = createChannelState(kind);
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
    const whole = this.#memory.snapshot();
    if (whole !== undefined) deliver(listener, whole, this.#seq ?? 0);
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** Discards the state, for a new socket or a new subscription. */
  reset(): void {
    this.#memory = createChannelState(this.#kind);
    this.#seq = null;
    this.#waited = 0;
    this.isJoined = false;
  }

  take(data: unknown, seq: number): PushOutcome {
    const checked = streamData[this.#kind]().safeParse(data);
    if (!checked.success) return 'invalid';
    if (this.#kind === 'depth') {
      const outcome = this.#follow((checked.data as DepthPush).kind, seq);
      if (outcome !== 'delivered') return outcome;
    }
    this.#seq = seq;
    this.#memory.apply(checked.data);
    for (const listener of this.#listeners) deliver(listener, checked.data, seq);
    return 'delivered';
  }

  /** A book needs a snapshot first, and diffs without gaps after it. */
  #follow(kind: DepthPush['kind'], seq: number): PushOutcome {
    if (kind === 'snapshot') return 'delivered';
    if (this.#seq === null) {
      this.#waited += 1;
      return this.#waited > maxEarlyDiffs ? 'gap' : 'waiting';
    }
    return seq === this.#seq + 1 ? 'delivered' : 'gap';
  }
}

function deliver(listener: Listener, data: unknown, seq: number): void {
  (listener as (data: unknown, seq: number) => void)(data, seq);
}
