import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';

test('an entry with more events than the memory holds fails by name before the memory is full', () => {
  const recorder = new Recorder(10_000);
  recorder.beginCommand({ type: 'tick', time: 1 }, 1);
  const posting = {
    owner: 1,
    kind: 'coin',
    asset: 0,
    availableDelta: 0,
    frozenDelta: 0,
    available: 0,
    frozen: 0,
  } as const;
  expect(() => {
    for (;;) recorder.posted({ ...posting, reason: 'deposit', orderId: 0 });
  }).toThrow(/more than [\d,]+ events/);
});
