import { expect, test } from 'vitest';
import { rankItems } from './choose.ts';
import type { DeepItem } from './item.ts';
import type { DeepRun } from './record.ts';

const item = (name: string): DeepItem => ({ name, roots: [name], command: () => [], seeded: null, maxMinutes: 1 });
const passed = (ended: string, commit = 'then'): DeepRun => ({ commit, ended, seconds: 7, result: 'passed' });

/** Each item reaches these files at these distances. */
const reached: Readonly<Record<string, readonly [path: string, distance: number][]>> = {
  far: [['engine.ts', 5]],
  near: [['engine.ts', 1]],
  old: [['page.ts', 1]],
  older: [['page.ts', 1]],
  failed: [['page.ts', 1]],
  fresh: [['page.ts', 1]],
};

function rank(record: Readonly<Record<string, DeepRun>>, changed: ReadonlySet<string> | null) {
  return rankItems({
    items: Object.keys(reached).map(item),
    record,
    changedSince: () => changed,
    distancesFrom: (roots) => new Map(roots.flatMap((root) => reached[root] ?? [])),
  });
}

const record = {
  far: passed('2026-01-05'),
  near: passed('2026-01-06'),
  old: passed('2026-01-02'),
  older: passed('2026-01-01'),
  failed: { ...passed('2026-01-07'), result: 'failed' },
} as const;

test('failed items come first, then those that never ran, then touched ones by distance, then the others by age', () => {
  const dues = rank(record, new Set(['engine.ts']));
  expect(dues.map((due) => [due.item.name, due.distance])).toEqual([
    ['failed', 0],
    ['fresh', 0],
    ['near', 1],
    ['far', 5],
    ['older', null],
    ['old', null],
  ]);
});

test('an item whose commit is unknown here is due', () => {
  expect(rank(record, null).map((due) => due.distance)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('an item is expected to take as long as last time', () => {
  expect(rank(record, new Set()).find((due) => due.item.name === 'old')?.expectedSeconds).toBe(7);
});

const clients = { ...item('clients'), own: ['drivers/', 'clients.md'] };

/** How an item that installs its packages stands after a change. */
function standing(changed: ReadonlySet<string>, { secondsFromNothing = 400, last = passed('2026-01-01') } = {}) {
  const reaches = new Map([
    ['drivers/bot.py', 0],
    ['server.ts', 2],
  ]);
  const [due] = rankItems({
    items: [{ ...clients, secondsFromNothing }],
    record: { clients: last },
    changedSince: () => changed,
    distancesFrom: () => reaches,
  });
  return due && [due.distance, due.isWaiting, due.expectedSeconds];
}

test('a long item with files of its own waits for a change of these', () => {
  expect(standing(new Set(['server.ts']))).toEqual([null, true, 400]);
  expect(standing(new Set(['server.ts', 'drivers/bot.py']))).toEqual([0, false, 400]);
  expect(standing(new Set(['page.ts']))).toEqual([null, false, 400]);
});

test('what installs quickly waits for nothing, unless its last run was long', () => {
  expect(standing(new Set(['server.ts']), { secondsFromNothing: 300 })).toEqual([2, false, 300]);
  const last = { ...passed('2026-01-01'), seconds: 500 };
  expect(standing(new Set(['server.ts']), { secondsFromNothing: 300, last })).toEqual([null, true, 500]);
});
