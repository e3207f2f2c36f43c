import fc from 'fast-check';
import { expect, test } from 'vitest';
import { none } from '../store/records.ts';
import { trailDistance } from './trail-block.ts';
import { TrailQueue } from './trail-queue.ts';

/** Small, so that there are many blocks. */
const blockSize = 64;

interface Stop {
  readonly order: number;
  extreme: number;
  readonly trailTicks: number;
  readonly trailBps: number;
}

const triggerOf = (stop: Stop): number => stop.extreme - trailDistance(stop, Math.abs(stop.extreme));

/** A queue, and beside it a list that does the same plainly. */
class Twins {
  private readonly links = new Map<number, number>();
  readonly queue = new TrailQueue(
    {
      nextOf: (order) => this.links.get(order) ?? none,
      setNext: (order, next) => this.links.set(order, next),
    },
    blockSize,
  );
  readonly list: Stop[] = [];
  private made = 0;

  get lowest(): number {
    return this.list.at(-1)?.extreme ?? -Infinity;
  }

  append(extreme: number, trailTicks: number, trailBps: number): void {
    const stop = {
      order: this.made,
      extreme: Math.min(extreme, this.list.at(-1)?.extreme ?? extreme),
      trailTicks,
      trailBps,
    };
    this.made += 1;
    this.list.push(stop);
    this.queue.append(stop.order, stop.extreme, stop);
  }

  raise(extreme: number): void {
    this.queue.raise(extreme);
    for (const stop of this.list) stop.extreme = Math.max(stop.extreme, extreme);
  }

  remove(index: number): void {
    const [stop] = this.list.splice(index % this.list.length, 1);
    if (stop !== undefined) this.queue.remove(stop.order);
  }
}

function expectSame({ queue, list, lowest }: Twins): void {
  const best = Math.max(...list.map(triggerOf));
  expect([...queue.entries()]).toEqual(list.map((stop) => [stop.order, stop.extreme, triggerOf(stop)]));
  expect([queue.count, queue.best, queue.lowest]).toEqual([list.length, best, lowest]);
  expect(queue.first()).toBe(list.find((stop) => triggerOf(stop) === best)?.order ?? none);
  expect(queue.blocks.length).toBeLessThanOrEqual(1 + (2 * list.length) / (blockSize / 2));
}

const step = fc.record({
  kind: fc.constantFrom('append', 'append', 'append', 'raise', 'remove'),
  times: fc.constantFrom(1, 1, 1, 3, 200),
  price: fc.integer({ min: 900, max: 1100 }),
  trailTicks: fc.integer({ min: 1, max: 60 }),
  isShare: fc.boolean(),
});

test.each([1, -1])('a queue follows prices as a list does, with keys of sign %i', (sign) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const twins = new Twins();
      for (const { kind, times, price, trailTicks, isShare } of steps) {
        const extreme = sign > 0 ? price : price - 2100;
        for (let round = 0; round < times; round += 1) {
          const varied = 1 + ((trailTicks * (round + 1)) % 61);
          if (kind === 'append') twins.append(extreme - round, isShare ? 0 : varied, isShare ? varied * 9 : 0);
          else if (kind === 'raise') twins.raise(extreme);
          else if (twins.list.length > 0) twins.remove(price * 7919 + round * 31);
        }
        expectSame(twins);
      }
    }),
    { seed: 1, numRuns: 150 },
  );
});

test('a share of the price is whole ticks, rounded down, and at least one', () => {
  const share = (trailBps: number, extreme: number) => trailDistance({ trailTicks: 0, trailBps }, extreme);
  expect([share(100, 10_099), share(100, 99), share(1, 9_007_199_254_740_991)]).toEqual([100, 1, 900_719_925_474]);
});

test('a stop can not begin above older ones', () => {
  const twins = new Twins();
  twins.append(100, 1, 0);
  expect(() => twins.queue.append(9, 101, { trailTicks: 1, trailBps: 0 })).toThrow('begins above older ones');
});
