import type { PrivateChannel } from '@fft/client';
import { useSyncExternalStore } from 'react';
import { createKeyed, createStore, type Store } from './frame-store.ts';
import { keepFresh, type Freshness } from './keep-fresh.ts';
import { failed, loading, ready, type Loadable } from './loadable.ts';

export interface SourceParts<T> {
  /** The private channel that is listened to, if it is one. */
  readonly channel?: PrivateChannel;
  /** Listens to the stream; returns how to leave. A change gives null back where a push alone says too little. */
  readonly listen: (take: (change: (now: T | null) => T | null) => void) => () => void;
  /**
   * Asks by call, `before` being what was known then; returns how to take the answer into what is known when it comes.
   * A change gives null back where nothing was learned: what is known stays, and is of the time that it was of.
   */
  readonly load: (signal: AbortSignal, before: T | null) => Promise<(now: T | null) => T | null>;
}

/** Something live, followed while anybody looks at it: by the stream, and by calls where the stream says too little or is gone. */
export interface Source<T> {
  readonly store: Store<Loadable<T>>;
  /** Asks at once, when somebody looks at it. */
  readonly refresh: () => void;
}

export function createSource<T>({ channel, listen, load }: SourceParts<T>): Source<T> {
  let fresh: Freshness | null = null;

  function start(): () => void {
    const leave = listen((change) => {
      const value = change(store.newest().value);
      if (value !== null) store.set(ready(value, Date.now()));
    });
    const ask = async (signal: AbortSignal): Promise<void> => {
      try {
        const change = await load(signal, store.newest().value);
        const value = signal.aborted ? null : change(store.newest().value);
        if (value !== null) store.set(ready(value, Date.now()));
      } catch {
        if (!signal.aborted) store.set(failed(store.newest()));
      }
    };
    const current = keepFresh(ask, { isKnown: store.newest().value !== null, channel });
    fresh = current;
    return () => {
      leave();
      current.end();
    };
  }

  const store: Store<Loadable<T>> = createStore<Loadable<T>>(loading, { start });
  return { store, refresh: () => fresh?.again() };
}

/** Until a page asks for itself. */
const heldMs = 5000;

/** Asks ahead of the first page; settles when the answer is there, or can't be had. */
export function readFirst<T>({ store }: Source<T>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = store.subscribe(resolve);
  setTimeout(leave, heldMs);
  return promise;
}

/** A source that says nothing, for when there is nothing to follow. */
export const idleSource = <T>(): Source<T> => ({ store: createStore<Loadable<T>>(loading), refresh: () => undefined });

/** One source per key (a market, a session), kept, so that coming back shows at once what was known. */
export function createSources<T>(partsOf: (key: string) => SourceParts<T>): (key: string) => Source<T> {
  return createKeyed((key) => createSource(partsOf(key)));
}

/** What a source says now, drawn again with it. */
export function useSource<T>({ store }: Source<T>): Loadable<T> {
  return useSyncExternalStore(store.subscribe, store.get);
}
