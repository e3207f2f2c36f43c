import { describe, expect, it } from 'vitest';
import { createKeyed, createStore } from './frame-store.ts';

function manualFrames() {
  const waiting: (() => void)[] = [];
  return {
    schedule: (callback: () => void) => void waiting.push(callback),
    frame: () => waiting.splice(0).forEach((callback) => callback()),
  };
}

describe('a store', () => {
  it('tells its listeners once a frame, with the newest value', () => {
    const { schedule, frame } = manualFrames();
    const store = createStore(0, { schedule });
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.get()));
    store.set(1);
    store.set(2);
    expect([store.get(), store.newest()]).toEqual([0, 2]);
    frame();
    expect(seen).toEqual([2]);
    store.set(3);
    frame();
    expect(seen).toEqual([2, 3]);
  });

  it('says nothing when a value went back within the frame', () => {
    const { schedule, frame } = manualFrames();
    const store = createStore('a', { schedule });
    let told = 0;
    store.subscribe(() => (told += 1));
    store.set('b');
    store.set('a');
    frame();
    expect(told).toBe(0);
  });

  it('starts with its first listener and stops with its last', () => {
    const log: string[] = [];
    const start = () => {
      log.push('start');
      return () => void log.push('stop');
    };
    const store = createStore(0, { schedule: manualFrames().schedule, start });
    const leave = store.subscribe(() => {});
    const leaveToo = store.subscribe(() => {});
    leave();
    leave();
    expect(log).toEqual(['start']);
    leaveToo();
    store.subscribe(() => {});
    expect(log).toEqual(['start', 'stop', 'start']);
  });
});

it('keeps one store per key', () => {
  const storeOf = createKeyed((key) => createStore(key));
  expect(storeOf('a')).toBe(storeOf('a'));
  expect(storeOf('b').get()).toBe('b');
});
