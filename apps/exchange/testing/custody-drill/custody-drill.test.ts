import { expect, test } from 'vitest';
import { createTestDatabase } from '../../src/database/test-database.ts';
import { drillCustody } from './drill.ts';

/** The long form is `npm run drill:custody`. */
test('after random kills of every process, each deposit and withdrawal happened once, and books and chains agree', async () => {
  const database = await createTestDatabase();
  let state = 7;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const kills = { gateway: 1, custody: 1, signer: 1, anvil: 1, litecoind: 1 };
  const options = { url: database.url, count: 6, kills, calmMsMost: 1_200, pauseMs: 700, random, say: () => undefined };
  const { found, lines, blocksLost } = await drillCustody(options);
  expect(found).toEqual([]);
  expect(blocksLost).toBeGreaterThan(0);
  expect(lines.map(({ coin, deposited }) => [coin.at.coin, deposited > 0n])).toEqual([
    ['USDT', true],
    ['ETH', true],
    ['LTC', true],
  ]);
  await database.close();
}, 180_000);
