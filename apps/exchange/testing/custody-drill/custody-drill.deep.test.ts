import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../src/database/test-database.ts';
import { drillCustody, type CustodyDrillOptions } from './drill.ts';
import { faults } from './faults.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

function optionsOf(options: Partial<CustodyDrillOptions>): CustodyDrillOptions {
  let state = 7;
  return {
    url: database.url,
    chains: ['ETH', 'LTC', 'SOL'],
    // Each coin once, and the first again.
    count: 7,
    kills: {},
    calmMsMost: 1_200,
    blockMs: 300,
    pauseMs: 700,
    lies: null,
    random: () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    },
    say: () => undefined,
    ...options,
  };
}

/** The long form is `npm run drill:custody`. */
test('after random kills of every process, while nodes lie, each deposit and withdrawal happened once, and books and chains agree', async () => {
  const kills = { gateway: 1, custody: 1, signer: 1, ETH: 1, LTC: 1, SOL: 1 };
  const lies = { lieMs: 1_500, calmMsMost: 200 };
  const { found, lines, blocksLost, liesTold, batches } = await drillCustody(optionsOf({ kills, lies }));
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

test('the drill finds what one believed node invented, a lost payment, a doubled one and one that is twice in a batch', async () => {
  const { found, batches } = await drillCustody(optionsOf({ chains: ['ETH'], count: 4, faults }));
  expect(batches).toBeGreaterThan(0);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^a deposit of 5000000000 USDT on ETH, which no one made, is credited: 0x/),
      `0x${'d'.repeat(24)}0000000000000004 has 20000080000000000 ETH on ETH, and should have 10000040000000000`,
      `0x${'d'.repeat(24)}0000000000000006 has 40000012 USDT on ETH, and should have 20000006`,
      `0x${'d'.repeat(24)}0000000000000005 has 0 USDC on ETH, and should have 20000005`,
    ]),
  );
}, 300_000);
