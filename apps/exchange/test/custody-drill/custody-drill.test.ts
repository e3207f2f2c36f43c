import { expect, test } from 'vitest';
import { createTestDatabase } from '../../src/database/test-database.ts';
import { drillCustody } from './drill.ts';

/** The long one is `npm run drill:custody`. */
test('whatever is killed while coins come and go, each comes and goes once, and books and chains agree', async () => {
  const database = await createTestDatabase();
  let state = 7;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const kills = { exchangeKills: 2, signerKills: 1, calmMsMost: 4_000 };
  const { found, lines } = await drillCustody({ url: database.url, count: 9, ...kills, random, say: () => undefined });
  expect(found).toEqual([]);
  expect(lines.map(({ coin, deposited }) => [coin.at.coin, deposited > 0n])).toEqual([
    ['USDT', true],
    ['ETH', true],
    ['LTC', true],
  ]);
  await database.close();
}, 180_000);
