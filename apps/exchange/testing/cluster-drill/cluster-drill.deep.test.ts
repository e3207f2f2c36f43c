import { expect, test } from 'vitest';
import { drillCluster, type Played } from './drill.ts';

/** The long form is `npm run drill:cluster`, with more faults and many rounds. */
test('the primary is lost and both gateways are upgraded under load: each answered order exists once', async () => {
  const played: Played[] = [];
  const books = await drillCluster({
    rounds: 2,
    only: ['PostgreSQL of the primary is killed', 'both gateways are upgraded'],
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
}, 300_000);
