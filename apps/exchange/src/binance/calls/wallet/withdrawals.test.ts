import { calls } from '@fft/contract';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askBinance, signedQuery, type Query } from '../../../../testing/test-binance.ts';
import { payPassword } from '../../../../testing/test-money.ts';
import { startTestWithdrawals, wallet, type TestWithdrawals } from '../../../../testing/test-withdrawals.ts';

let world: TestWithdrawals;
let key: { readonly id: string; readonly secret: string };

beforeAll(async () => {
  world = await startTestWithdrawals();
  const { money, anna } = world;
  await anna.call(calls.user.sendCode, { type: 'apiKey' });
  const made = await anna.call(calls.keys.create, {
    name: 'treasury',
    rights: 'read,withdraw',
    addresses: '127.0.0.1,::1',
    password: 'the password of anna',
    code: await money.codeOf(anna),
    payPassword,
  });
  key = { id: made.key.id, secret: made.secret ?? '' };
});
afterAll(() => world.money.exchange.stop());

async function ask(method: string, path: string, query: Query) {
  const { money } = world;
  const signed = signedQuery(key, { ...query, timestamp: money.clock.time });
  return askBinance(money.exchange.url, path, { method, query: signed, headers: { 'x-mbx-apikey': key.id } });
}
const apply = (query: Query) => ask('POST', '/sapi/v1/capital/withdraw/apply', query);
const wanted = { coin: 'USDT', network: 'ETH', address: wallet, amount: '50' };

test('a withdrawal goes to a saved address once for each id, and shows in the history', async () => {
  const first = await apply({ ...wanted, withdrawOrderId: 'mine' });
  expect(first).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^\d+$/) as string } });
  expect((await apply({ ...wanted, withdrawOrderId: 'mine' })).body).toEqual(first.body);
  expect(await apply({ ...wanted, amount: '51', withdrawOrderId: 'mine' })).toMatchObject({
    status: 400,
    body: { code: -4001 },
  });
  const { body: rows } = await ask('GET', '/sapi/v1/capital/withdraw/history', { coin: 'USDT' });
  expect(rows).toEqual([
    expect.objectContaining({
      ...(first.body as object),
      amount: '47.00000000',
      transactionFee: '3.00000000',
      coin: 'USDT',
      network: 'ETH',
      address: wallet,
      withdrawOrderId: 'mine',
      applyTime: new Date(world.money.clock.time).toISOString().slice(0, 19).replace('T', ' '),
    }),
  ]);
  const none = await ask('GET', '/sapi/v1/capital/withdraw/history', { withdrawOrderId: 'other' });
  expect(none.body).toEqual([]);
});

test.each<[string, Query, number]>([
  ['to an address that is not saved', { ...wanted, address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }, -4035],
  ['of more than there is', { ...wanted, amount: '9999999' }, -4026],
  ['of too little', { ...wanted, amount: '1' }, -4022],
  ['of nothing', { ...wanted, amount: '0' }, -1130],
  ['of more decimals than the coin has', { ...wanted, amount: '50.0000001' }, -4021],
  ['with an unknown parameter', { ...wanted, to: 'elsewhere' }, -1104],
])('a withdrawal %s is refused', async (_what, query, code) => {
  expect(await apply(query)).toMatchObject({ status: 400, body: { code, msg: expect.any(String) as string } });
});

test('a body that names a parameter twice, or twice in query and body, withdraws nothing', async () => {
  const { money } = world;
  const form = new URLSearchParams(wanted).toString();
  const send = async (query: string, text: string) => {
    const stamped = `${text}&timestamp=${money.clock.time}`;
    const signature = createHmac('sha256', key.secret).update(`${query}${stamped}`).digest('hex');
    const headers = { 'x-mbx-apikey': key.id, 'content-type': 'application/x-www-form-urlencoded' };
    const path = '/sapi/v1/capital/withdraw/apply';
    return askBinance(money.exchange.url, path, {
      method: 'POST',
      query,
      body: `${stamped}&signature=${signature}`,
      headers,
    });
  };
  expect(await send('', `${form}&amount=60`)).toMatchObject({ status: 400, body: { code: -1101 } });
  expect(await send('amount=60', form)).toMatchObject({ status: 400, body: { code: -1101 } });
  // A client that does not encode its form signs it as it is.
  expect(
    await send(
      '',
      Object.entries(wanted)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ),
  ).toMatchObject({
    status: 200,
  });
});
