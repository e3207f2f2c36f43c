import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestExchange } from '../test-exchange.ts';
import { served } from './ccxt-methods.ts';
import type { CcxtScene } from './ccxt-scene.ts';
import { reasonAgainst } from './ccxt-unserved.ts';
import { servedByWallet } from './ccxt-wallet.ts';
import { offeredBy } from './offered-by.ts';
import { pagePath, renewed } from './page.ts';
import { ccxtOf, newTrader, startClientsExchange } from './scene.ts';

let exchange: TestExchange;
let scene: CcxtScene;

beforeAll(async () => {
  exchange = await startClientsExchange();
  const [anna, ben] = [await newTrader(exchange, 'anna'), await newTrader(exchange, 'ben', 'ed25519')];
  scene = { bot: await ccxtOf(exchange.url, anna), other: await ccxtOf(exchange.url, ben) };
}, 120_000);
afterEach(async () => {
  const { other } = scene;
  if ((await other.fetchOpenOrders('BTC/USDT')).length > 0) await other.cancelAllOrders('BTC/USDT');
});
afterAll(async () => {
  await scene.bot.close();
  await scene.other.close();
  await exchange.stop();
});

describe('ccxt’s unified method', { timeout: 120_000 }, () => {
  test.each(Object.entries(served))('%s works', async (_name, check) => {
    await check(scene);
    expect(await scene.bot.fetchOpenOrders('BTC/USDT')).toEqual([]);
  });
});

test('each method that ccxt offers works or has a reason, and the page says so', () => {
  const offered = offeredBy(scene.bot);
  const working = new Set([...Object.keys(served), ...Object.keys(servedByWallet)]);
  expect(offered.filter((method) => !working.has(method) && reasonAgainst(method) === null)).toEqual([]);
  expect([...working].filter((method) => !offered.includes(method))).toEqual([]);
  const page = readFileSync(pagePath, 'utf8');
  // `npm run binance-docs` renews it.
  expect(page).toBe(renewed(page, { offered, served: working }));
});
