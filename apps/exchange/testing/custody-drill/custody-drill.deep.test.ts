import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { drillCustody } from './drill.ts';

/** Given by the deep run. */
const seed = Number(process.env['DEEP_SEED'] ?? 7);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The long form is `npm run drill:custody`, whose `--canary` shows that the judge finds faults. */
test('after random kills of every process, while nodes lie, each deposit and withdrawal happened once, and books and chains agree', async () => {
  const { found, lines, blocksLost, liesTold, batches } = await drillCustody({
    url: database.url,
    chains: ['ETH', 'LTC', 'SOL'],
    // Each coin once, and the first again.
    count: 7,
    kills: { gateway: 1, custody: 1, signer: 1, ETH: 1, LTC: 1, SOL: 1 },
    calmMsMost: 1_200,
    blockMs: 300,
    pauseMs: 700,
    lies: { lieMs: 1_500, calmMsMost: 200 },
    seed,
    say: () => undefined,
  });
  expect(found).toEqual([]);
  expect(blocksLost).toBeGreaterThan(0);
  expect(liesTold.size).toBeGreaterThan(0);
  expect(batches).toBeGreaterThan(0);
  expect(lines.map(({ coin, deposited }) => [`${coin.at.coin} on ${coin.chain}`, deposited > 0n])).toEqual([
    ['USDT on ETH', true],
    ['LTC on LTC', true],
    ['USDT on SOL', true],
    ['ETH on ETH', true],
    ['SOL on SOL', true],
    ['USDC on ETH', true],
  ]);
}, 300_000);
