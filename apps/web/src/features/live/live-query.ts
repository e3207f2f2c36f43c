import type { PrivateChannel } from '@fft/client';
import { type Store, useStore } from '@fft/kit';
import { createFrameStore, createKeyed } from '../../lib/frame-store.ts';
import { keepFresh, type Freshness } from './keep-fresh.ts';
import { failed, loading, ready, type Loadable } from './loadable.ts';

export interface LiveQueryOptions<T> {
  /** The private channel that `listen` uses, if any. */
  readonly channel?: PrivateChannel;
  /** Subscribes to the stream and returns how to leave. A change returns null if a push alone is not enough. */
  readonly listen: (take: (change: (now: T | null) => T | null) => void) => () => void;
  /**
   * Reads by a call, given what was known before. Returns how to merge the answer into what is known when it arrives.
   * A change that returns null keeps the known value and its time.
   */
  readonly load: (signal: AbortSignal, before: T | null) => Promise<(now: T | null) => T | null>;
}

/** Four times a second: no one can follow more of a market. */
export const marketEveryMs = 250;
/** What is the customer's own, which private channels push, is shown a little more often. What hasn't changed for a while is shown at once. */
const ownEveryMs = 200;

/** Live data, followed while it has listeners: by the stream, and by calls where pushes are incomplete or the stream is closed. */
export interface LiveQuery<T> {
  readonly store: Store<Loadable<T>>;
  /** Reads immediately if there are listeners. */
  readonly refresh: () => void;
}

export function createLiveQuery<T>({ channel, listen, load }: LiveQueryOptions<T>): LiveQuery<T> {
  let fresh: Freshness | null = null;

  function start(): () => void {
    const leave = listen((change) => {
      const value = change(store.latest().value);
      if (value !== null) store.set(ready(value, Date.now()));
    });
    const ask = async (signal: AbortSignal): Promise<void> => {
      try {
        const change = await load(signal, store.latest().value);
        const value = signal.aborted ? null : change(store.latest().value);
        if (value !== null) store.set(ready(value, Date.now()));
      } catch (error) {
        if (!signal.aborted) store.set(failed(store.latest(), error));
      }
    };
    const current = keepFresh(ask, { isKnown: store.latest().value !== null, channel });
    fresh = current;
    return () => {
      leave();
      current.end();
    };
  }

  const store: Store<Loadable<T>> = createFrameStore<Loadable<T>>(loading, {
    everyMs: channel ? ownEveryMs : marketEveryMs,
    start,
  });
  return { store, refresh: () => fresh?.again() };
}

/** Keeps the data alive until a page subscribes. */
const heldMs = 5000;

/** Reads ahead of the first page. Settles when the answer arrives or the read fails. */
export function prefetch<T>({ store }: LiveQuery<T>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = store.subscribe(resolve);
  setTimeout(leave, heldMs);
  return promise;
}

/** A query that never changes, for when there is nothing to follow. */
export const idleQuery = <T>(): LiveQuery<T> => ({
  store: createFrameStore<Loadable<T>>(loading),
  refresh: () => undefined,
});

/** One query per key (a market, a session), kept, so that returning immediately shows what was known. */
export function createLiveQueries<T>(partsOf: (key: string) => LiveQueryOptions<T>): (key: string) => LiveQuery<T> {
  return createKeyed((key) => createLiveQuery(partsOf(key)));
}

/** The query's current state; renders again when it changes. */
export function useLiveQuery<T>({ store }: LiveQuery<T>): Loadable<T> {
  return useStore(store);
}
