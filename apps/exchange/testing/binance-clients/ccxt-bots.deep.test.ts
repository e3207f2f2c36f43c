import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { runBots } from './run-bots.ts';

test('two ccxt bots trade through a kill of the server, and their orders, trades and balances are those of the native API', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-bots-'));
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const { orders, trades, wrongs } = await runBots({ environment, seconds: 8, kills: 1 });
  await database.close();
  await rm(dataDir, { recursive: true });
  expect(wrongs).toEqual([]);
  expect(orders).toBeGreaterThan(20);
  expect(trades).toBeGreaterThan(0);
}, 120_000);
