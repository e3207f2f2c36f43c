import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../exchange/testing/test-exchange.ts';

let exchange: TestExchange;
let anna: TestCustomer;
beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'zh');
});
afterAll(() => exchange.stop());

const take = (requestId: string, coin: string, amount: string) =>
  anna.call(calls.demo.faucet, { requestId, coin, amount });

test('pays coins once per request', async () => {
  expect(await take('a', 'BTC', '0.5')).toEqual({
    coin: 'BTC',
    amount: '0.50000000',
    usable: '0.50000000',
    left: '51500.000000',
    onItsWay: false,
  });
  expect(await take('a', 'BTC', '0.5')).toMatchObject({ usable: '0.50000000', left: '51500.000000' });
  await expect(take('a', 'BTC', '0.6')).rejects.toMatchObject({ code: Code.conflict });
});

test('a repeated request of an earlier day is answered and not paid again, and its id cannot be reused', async () => {
  const { usable, left } = await take('a', 'BTC', '0.5');
  await exchange.database.pool.query(
    `insert into faucet_grants (customer, request_id, day, usdt_units, coin, units)
      select customer, 'old', day - 1, usdt_units, coin, units from faucet_grants where request_id = 'a'`,
  );
  expect(await take('old', 'BTC', '0.5')).toMatchObject({ usable, left });
  await expect(take('old', 'BTC', '0.6')).rejects.toMatchObject({ code: Code.conflict });
  await expect(take('old', 'ETH', '0.5')).rejects.toMatchObject({ code: Code.conflict });
});

test('pays no more than the daily limit, even with concurrent requests', async () => {
  const takes = Array.from({ length: 10 }, (_, index) => take(`many-${index}`, 'USDT', '10000'));
  const results = await Promise.allSettled(takes);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await expect(take('over', 'BTC', '1')).rejects.toMatchObject({
    code: Code.amountOutOfRange,
    message: '今日可领额度剩余 1,500 USDT',
    data: { max: '1500', field: 'amount' },
  });
  const { accounts, valuation } = await anna.call(calls.assets.overview, {});
  expect(accounts.coin.find(({ coin }) => coin === 'USDT')?.usable).toBe('50000.000000');
  // BTC was never traded here, so it has no price. One USDT is 7.12 yuan.
  expect(valuation).toMatchObject({ total: '50000.000000', local: { unit: 'CNY', total: '356000.00' } });
});

test('USDC counts as much as USDT', async () => {
  const li = await exchange.register('li', 'en');
  const answer = await li.call(calls.demo.faucet, { requestId: 'usdc', coin: 'USDC', amount: '500' });
  expect(answer).toMatchObject({ usable: '500.000000', left: '99500.000000' });
});

test('fiat is credited to the fiat account', async () => {
  await take('cny', 'CNY', '100');
  const { accounts } = await anna.call(calls.assets.overview, {});
  expect(accounts.fiat.find(({ coin }) => coin === 'CNY')).toMatchObject({ usable: '100.000000', value: '14.044943' });
});

test('refuses invalid requests', async () => {
  await expect(take('x', 'ABC', '1')).rejects.toMatchObject({ code: Code.notFound });
  await expect(take('x', 'BTC', '0')).rejects.toMatchObject({ code: Code.badRequest });
  await expect(take('x', 'BTC', '0.000000001')).rejects.toMatchObject({ code: Code.badRequest });
  await expect(take('x', 'POL', '99999999999999999999')).rejects.toMatchObject({ code: Code.badRequest });
  await expect(take('bad id!', 'BTC', '1')).rejects.toMatchObject({ code: Code.badRequest });
});
