import { expect, test } from 'vitest';
import { createListeners } from './listeners.ts';

test('listeners get every event in the order in which they were added, until they are removed', () => {
  const heard: string[] = [];
  const listeners = createListeners<string>();
  const remove = listeners.add((event) => heard.push(`one ${event}`));
  listeners.add((event) => heard.push(`two ${event}`));
  listeners.emit('a');
  remove();
  listeners.emit('b');
  expect(heard).toEqual(['one a', 'two a', 'two b']);
});

test('a function added twice is two listeners', () => {
  let heard = 0;
  const listeners = createListeners<void>();
  const hear = (): number => (heard += 1);
  const remove = listeners.add(hear);
  listeners.add(hear);
  remove();
  listeners.emit();
  expect(heard).toBe(1);
});

test('with onError, a listener that throws does not affect the others', () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const fail = (): never => {
    throw new Error('no');
  };
  const isolated = createListeners<string>((error) => errors.push(error));
  isolated.add(fail);
  isolated.add((event) => heard.push(event));
  isolated.emit('a');
  expect([heard, errors]).toEqual([['a'], [new Error('no')]]);
  const bare = createListeners<string>();
  bare.add(fail);
  expect(() => bare.emit('a')).toThrow('no');
});
