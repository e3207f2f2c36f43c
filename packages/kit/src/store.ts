import { useSyncExternalStore } from 'react';

/** A value outside React that components and other modules read and follow. */
export interface ReadableStore<Value> {
  /** The published value: the same object until the next publication. */
  readonly get: () => Value;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<Value> extends ReadableStore<Value> {
  /** The value last set, which may not be published yet. */
  readonly latest: () => Value;
  /** Publishes by the store's schedule; listeners run only if the published value changed. */
  readonly set: (next: Value) => void;
  /** Publishes immediately, regardless of the schedule. */
  readonly publish: (next: Value) => void;
}

/** Runs a publication, now or later. */
export type Schedule = (publish: () => void) => void;

export interface StoreOptions {
  /** Defaults to immediately. */
  readonly schedule?: Schedule;
  /** Runs when the first listener subscribes; the function it returns runs when the last one has left. */
  readonly start?: (() => () => void) | undefined;
}

const immediately: Schedule = (publish) => publish();

export function createStore<Value>(initial: Value, { schedule = immediately, start }: StoreOptions = {}): Store<Value> {
  let published = initial;
  let latest = initial;
  let isScheduled = false;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const publishLatest = (): void => {
    isScheduled = false;
    if (Object.is(published, latest)) return;
    published = latest;
    for (const listener of listeners) listener();
  };

  return {
    get: () => published,
    latest: () => latest,
    set(next) {
      latest = next;
      if (isScheduled || Object.is(published, latest)) return;
      isScheduled = true;
      schedule(publishLatest);
    },
    publish(next) {
      latest = next;
      publishLatest();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) stop = start?.();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** Reads a store in a component and renders it again after every publication. */
export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

export interface Signal {
  readonly notify: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Announces changes of a value that is kept elsewhere, like in local storage. Every `notify` runs every listener. */
export function createSignal(): Signal {
  const changes = createStore(0);
  return { notify: () => changes.set(changes.get() + 1), subscribe: changes.subscribe };
}
