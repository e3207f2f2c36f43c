import { useSyncExternalStore } from 'react';
import { createKeyed, createStore, type Store } from './frame-store.ts';
import { keepFresh } from './keep-fresh.ts';
import { failed, loading, ready, type Loadable } from './loadable.ts';

export interface SourceParts<T> {
  /** Listens to the stream; returns how to leave. */
  readonly listen: (take: (change: (now: T | null) => T | null) => void) => () => void;
  /** Asks by call; returns how to take the answer in. */
  readonly load: (signal: AbortSignal, now: T | null) => Promise<(now: T | null) => T>;
}

/** Something live under a key (a market, a session): followed while anybody looks at it, by the stream and by calls. */
export interface Source<T> {
  readonly store: Store<Loadable<T>>;
  readonly retry: () => void;
}

/** Makes a source from how it is listened to and how it is loaded. `take` gets null back where a push alone says too little. */
export function createSource<T>({ listen, load }: SourceParts<T>): Source<T> {
  let retry = (): void => undefined;

  function start(): () => void {
    const leave = listen((change) => {
      const value = change(store.newest().value);
      if (value !== null) store.set(ready(value, Date.now()));
    });
    const fresh = keepFresh(async (signal) => {
      try {
        const change = await load(signal, store.newest().value);
        store.set(ready(change(store.newest().value), Date.now()));
      } catch {
        if (!signal.aborted) store.set(failed(store.newest()));
      }
    });
    retry = fresh.again;
    return () => {
      leave();
      fresh.end();
    };
  }

  const store: Store<Loadable<T>> = createStore<Loadable<T>>(loading, { start });
  return { store, retry: () => retry() };
}

/** One source per key, kept, so that coming back shows at once what was known. */
export function createSources<T>(partsOf: (key: string) => SourceParts<T>): (key: string) => Source<T> {
  return createKeyed((key) => createSource(partsOf(key)));
}

/** What a source says now, drawn again with it. */
export function useSource<T>({ store }: Source<T>): Loadable<T> {
  return useSyncExternalStore(store.subscribe, store.get);
}
