import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Connections } from '../../transport/http/connections.ts';
import { Budgets } from '../limits/budgets.ts';
import { createWeights } from '../../transport/http/weights.ts';
import { FloodCounter } from '../../transport/http/flood-counter.ts';
import { addOpen, createSharedUses, sumOpen, type SharedUses, type Uses } from './shared-uses.ts';

/** Processes that tell each other what they count, as their supervisor has them do. */
function processes(count: number): readonly SharedUses[] {
  const all: ReturnType<typeof createSharedUses>[] = Array.from({ length: count }, (_, index) =>
    createSharedUses(count, (uses) =>
      all.forEach((other, place) => {
        if (place !== index) other.hear(structuredClone(uses));
      }),
    ),
  );
  return all;
}

test('a caller who spreads requests over processes has one budget', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const doors = processes(3).map((uses) => createWeights(100, 0, uses));
  const paid = { weight: 0 };
  for (let round = 0; round < 10; round += 1) {
    for (const door of doors) if (door?.payOfCustomer(7, 10).waitMs === 0) paid.weight += 10;
    vi.advanceTimersByTime(60);
  }
  // In the first turn the processes haven't heard of each other; some is refilled meanwhile.
  expect(paid.weight).toBeGreaterThanOrEqual(100);
  expect(paid.weight).toBeLessThan(160);
  expect(doors[0]?.payOfCustomer(8, 100).waitMs).toBe(0);
});

test('budgets that were overdrawn together are at most one budget in debt', () => {
  const clock = { ms: 0 };
  let hear = (_key: string | number, _weight: number): void => undefined;
  const budgets = new Budgets(100, {
    now: () => clock.ms,
    share: (note) => {
      hear = note;
      return null;
    },
  });
  hear('a', 1_000);
  expect(budgets.pay('a', 1).waitMs).toBeGreaterThan(9_000);
  clock.ms = 10_100;
  expect(budgets.pay('a', 1).waitMs).toBe(0);
});

test('requests counted elsewhere end with their window', () => {
  const clock = { ms: 0 };
  const counter = new FloodCounter(10, () => clock.ms);
  const counts: number[] = [];
  const count = (): void => counter.incr('a', (_error, { current }) => void counts.push(current), 10_000);
  counter.note('a', 5, 10_000);
  count();
  clock.ms = 10_000;
  count();
  expect(counts).toEqual([6, 1]);
});

test('what is open is heard by counts that come later, uses are not', () => {
  const uses = createSharedUses(2, () => undefined);
  const received: Uses = new Map([
    ['open sockets', new Map([['a', 3]])],
    ['requests', new Map([['a', 3]])],
  ]);
  uses.hear(received);
  const [open, counted] = [vi.fn<() => void>(), vi.fn<() => void>()];
  uses.shareOpen('sockets', open);
  uses.share('requests', counted);
  expect(open.mock.calls).toEqual([['a', 3]]);
  expect(counted).not.toHaveBeenCalled();
});

test('what an ended process had open is taken back', () => {
  const mine = new Map<string, Map<string | number, number>>();
  addOpen(mine, new Map([['open sockets', new Map([['a', 3]])]]), 1);
  addOpen(mine, new Map([['open sockets', new Map([['a', -1]])]]), 1);
  addOpen(mine, new Map([['requests', new Map([['a', 9]])]]), 1);
  expect(sumOpen([mine, mine])).toEqual(new Map([['open sockets', new Map([['a', 4]])]]));
  const closed = new Map<string, Map<string | number, number>>();
  addOpen(closed, mine, -1);
  expect(closed).toEqual(new Map([['open sockets', new Map([['a', -2]])]]));
});

test('processes share the connections of a machine, and each has its part', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limits = { total: 10, perMachine: 10, perAddress: 0, requestsPer10s: 0, isProxy: () => true };
  const doors = processes(2).map((uses) => {
    const connections = new Connections({ ...limits, uses });
    const sockets: Socket[] = [];
    const connect = (count: number): void => {
      for (let number = 0; number < count; number += 1) {
        sockets.push(new Socket());
        connections.admit(sockets.at(-1) as Socket);
        vi.advanceTimersByTime(60);
      }
    };
    onTestFinished(() => connections.end());
    return { connect, open: () => sockets.filter(({ destroyed }) => !destroyed).length };
  });
  const [busy, other] = doors as [(typeof doors)[0], (typeof doors)[0]];
  const open = (): number[] => doors.map((door) => door.open());
  busy.connect(10);
  expect(open()).toEqual([10, 0]);
  other.connect(3);
  expect(open()).toEqual([7, 3]);
  other.connect(4);
  expect(open()).toEqual([5, 5]);
});
