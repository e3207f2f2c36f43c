import { describe, expect, it, test } from 'vitest';
import { createSignal, createStore } from './store.ts';

test('a store publishes immediately unless it has a schedule', () => {
  const store = createStore(0);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  store.set(1);
  store.set(1);
  store.set(2);
  unsubscribe();
  store.set(3);
  expect(seen).toEqual([1, 2]);
  expect(store.get()).toBe(3);
});

test('a listener may set the store again', () => {
  const store = createStore(0);
  const seen: number[] = [];
  store.subscribe(() => {
    seen.push(store.get());
    if (store.get() < 3) store.set(store.get() + 1);
  });
  store.set(1);
  expect(seen).toEqual([1, 2, 3]);
});

function manualFrames() {
  const waiting: (() => void)[] = [];
  return {
    schedule: (callback: () => void) => void waiting.push(callback),
    frame: () => waiting.splice(0).forEach((callback) => callback()),
  };
}

describe('a store with a schedule', () => {
  it('publishes once per scheduled run, with the latest value', () => {
    const { schedule, frame } = manualFrames();
    const store = createStore(0, { schedule });
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.get()));
    store.set(1);
    store.set(2);
    expect([store.get(), store.latest()]).toEqual([0, 2]);
    frame();
    expect(seen).toEqual([2]);
    store.set(3);
    frame();
    expect(seen).toEqual([2, 3]);
  });

  it('does not notify when the value returned to the published one', () => {
    const { schedule, frame } = manualFrames();
    const store = createStore('a', { schedule });
    let calls = 0;
    store.subscribe(() => (calls += 1));
    store.set('b');
    store.set('a');
    frame();
    expect(calls).toBe(0);
  });

  it('publishes immediately on request, and only once', () => {
    const { schedule, frame } = manualFrames();
    const store = createStore(0, { schedule });
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.get()));
    store.set(1);
    store.publish(2);
    frame();
    expect(seen).toEqual([2]);
  });
});

test('a store starts with its first listener and stops with its last', () => {
  const log: string[] = [];
  const start = () => {
    log.push('start');
    return () => void log.push('stop');
  };
  const store = createStore(0, { start });
  const leaveFirst = store.subscribe(() => {});
  const leaveSecond = store.subscribe(() => {});
  leaveFirst();
  leaveFirst();
  expect(log).toEqual(['start']);
  leaveSecond();
  store.subscribe(() => {});
  expect(log).toEqual(['start', 'stop', 'start']);
});

test('a signal runs its listeners at every notification', () => {
  const signal = createSignal();
  let calls = 0;
  const leave = signal.subscribe(() => (calls += 1));
  signal.notify();
  signal.notify();
  leave();
  signal.notify();
  expect(calls).toBe(2);
});
