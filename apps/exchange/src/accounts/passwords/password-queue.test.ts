import { expect, test } from 'vitest';
import type { HashRequester, Rank } from '../../transport/http/origin.ts';
import { createPasswordQueue } from './password-queue.ts';

interface Work {
  readonly requester: HashRequester;
  readonly done: Promise<string>;
}

/** Runs one call at a time, and holds it until the test releases it, so that the test controls the queue. */
function startQueue(maxWaiting = 64) {
  const inTurn = createPasswordQueue({ maxRunning: 1, maxWaiting });
  const order: string[] = [];
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const first = inTurn({ rank: 'stranger', from: 'first' }, () => held);
  const ask = (rank: Rank, from: string, name = from): Work => {
    const requester = { rank, from };
    const done = inTurn(requester, () => {
      order.push(name);
      return Promise.resolve('done');
    }).catch((error: unknown) => (error as Error).name);
    return { requester, done };
  };
  const finish = async (all: readonly Work[]): Promise<string[]> => {
    letGo();
    await first;
    await Promise.all(all.map(({ done }) => done));
    return order;
  };
  return { ask, finish };
}

test('operators and known customers run before strangers, and every caller runs eventually', async () => {
  const queue = startQueue();
  const all = (['stranger', 'console', 'known', 'operator'] as const).flatMap((rank) =>
    Array.from({ length: 10 }, (_, index) => queue.ask(rank, `${rank} ${index}`, rank)),
  );
  const order = await queue.finish(all);
  const early = (rank: Rank): number => order.slice(0, 14).filter((each) => each === rank).length;
  expect([early('operator'), early('known'), early('console'), early('stranger')]).toEqual([8, 4, 1, 1]);
  expect(order).toHaveLength(40);
});

test('sources of one rank take turns, independent of their number of requests', async () => {
  const queue = startQueue();
  const flood = Array.from({ length: 20 }, () => queue.ask('stranger', 'flood'));
  const honest = queue.ask('stranger', 'honest');
  expect((await queue.finish([...flood, honest])).indexOf('honest')).toBeLessThanOrEqual(1);
});

test('in a full queue, the source with the most waiting calls loses one to the source with the fewest', async () => {
  const queue = startQueue(10);
  const flood = Array.from({ length: 30 }, () => queue.ask('stranger', 'flood'));
  const honest = Array.from({ length: 4 }, (_, index) => queue.ask('stranger', `honest ${index}`));
  await queue.finish([...flood, ...honest]);
  expect(await Promise.all(honest.map(({ done }) => done))).toEqual(['done', 'done', 'done', 'done']);
  const ends = await Promise.all(flood.map(({ done }) => done));
  expect(ends.filter((end) => end === 'done')).toHaveLength(6);
  expect(ends.filter((end) => end === 'busy')).toHaveLength(24);
});

test('a full queue of strangers does not refuse known customers or operators', async () => {
  const queue = startQueue(10);
  const flood = Array.from({ length: 300 }, (_, index) => queue.ask('stranger', `stranger ${index}`));
  const known = queue.ask('known', 'a device');
  const operator = queue.ask('operator', 'an operator');
  const order = await queue.finish([...flood, known, operator]);
  expect(await known.done).toBe('done');
  expect(order.slice(0, 3)).toEqual(expect.arrayContaining(['a device', 'an operator']));
});
