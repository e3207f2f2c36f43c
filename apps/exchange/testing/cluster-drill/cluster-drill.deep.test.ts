import { expect, test } from 'vitest';
import { drillCluster, type Played } from './drill.ts';

/** Given by the deep run, whose next one plays the next faults. The long form is `npm run drill:cluster`, with many rounds. */
const from = Number(process.env['DEEP_SEED'] ?? 1);

test('servers of a cluster fail in two ways, one after the other, under load: each answered order exists once', async () => {
  const played: Played[] = [];
  const books = await drillCluster({
    rounds: 2,
    from,
    only: [''],
    canary: false,
    network: '127.0.21',
    portOffset: 21_000,
    note: (round) => played.push(round),
    say: () => undefined,
  });
  expect(books).toEqual([]);
  expect(played.map(({ found }) => found)).toEqual([[], []]);
  for (const { answered, reads } of played) {
    expect(answered).toBeGreaterThan(100);
    expect(reads).toBeGreaterThan(20);
  }
}, 600_000);
