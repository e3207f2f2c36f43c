import { expect, test } from 'vitest';
import { messageCalls, ProcessGone, type Handlers, type MessageEnd } from './message-calls.ts';

/** Two ends whose messages are copied, as between processes. */
function ends(): readonly [MessageEnd, MessageEnd, () => void] {
  const heard: ((message: unknown) => void)[] = [];
  const gone: (() => void)[] = [];
  const end = (other: number): MessageEnd => ({
    send: (message) => queueMicrotask(() => heard[other]?.(structuredClone(message))),
    onMessage: (listener) => void (heard[1 - other] = listener),
    onGone: (listener) => void gone.push(listener),
  });
  return [end(1), end(0), () => gone.forEach((listener) => listener())];
}

const handlers: Handlers = {
  double: (amount: bigint) => amount * 2n,
  fail: () => Promise.reject(new Error('no room')),
  wait: () => new Promise(() => undefined),
};

test('a call has the answer, or the error, of the other process', async () => {
  const [here, there] = ends();
  const calls = messageCalls(here, {});
  messageCalls(there, handlers);
  expect(await Promise.all([calls.call('double', 2n), calls.call('double', 3n)])).toEqual([4n, 6n]);
  await expect(calls.call('fail')).rejects.toThrow('no room');
  await expect(calls.call('nothing')).rejects.toThrow('there is no nothing here');
});

test('calls end when the other process does', async () => {
  const [here, there, end] = ends();
  const calls = messageCalls(here, {});
  messageCalls(there, handlers);
  const waiting = calls.call('wait');
  end();
  await expect(waiting).rejects.toThrow(ProcessGone);
  await expect(calls.call('double', 1n)).rejects.toThrow(ProcessGone);
});
