import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient, type Client } from '@fft/client';
import { type CallInput, calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archived } from '../../../testing/archived.ts';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
let exchange: TestExchange;
let folder: string;
/** Noon: no day ends unless a test moves the clock over it. */
let clock = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2;
const people = ['anna', 'bob', 'li'] as const;
const clients = new Map<string, Client>();
let orders = 0;

const who = (name: (typeof people)[number]): Client => {
  const client = clients.get(name);
  if (!client) throw new Error(`${name} has not logged in`);
  return client;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-archive-'));
  const settings = { BOOKS_CHECK_SECONDS: '0', ARCHIVE_URL: pathToFileURL(folder).href, ARCHIVE_AFTER_MONTHS: '1' };
  exchange = await startTestExchange(settings, () => clock);
  await exchange.database.pool.query(`
    alter table orders detach partition orders_first;
    create table orders_100 (like orders_first including all);
    alter table orders attach partition orders_first for values from (minvalue) to (100);
    alter table orders attach partition orders_100 for values from (100) to (1000000)`);
  for (const name of people) await exchange.register(name);
  await logIn();
  await who('bob').call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '1' });
  await who('li').call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '90000' });
});
afterAll(async () => {
  await exchange.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A session ends when it is unused for long. */
async function logIn(): Promise<void> {
  for (const name of people) {
    const login = { email: `${name}@test.example`, password: `the password of ${name}` };
    const { token } = await exchange.anonymous.call(calls.auth.login, login);
    clients.set(name, createClient({ baseUrl: exchange.url, token: () => token, lang: () => 'en' }));
  }
}

type Side = CallInput<typeof calls.trade.create>['side'];

/** The first one's order rests, the second one's meets it. */
async function trade(maker: Client, taker: Client, takerSide: Side, price: string, quantity: string): Promise<void> {
  const order = { symbol: 'BTC/USDT', type: 'limit', price, quantity } as const;
  const makerSide = takerSide === 'buy' ? 'sell' : 'buy';
  await maker.call(calls.trade.create, { ...order, clientOrderId: `p${++orders}`, side: makerSide });
  await taker.call(calls.trade.create, { ...order, clientOrderId: `p${++orders}`, side: takerSide });
}

const profitOf = async (client: Client, method: 'fifo' | 'average' = 'fifo') => {
  const { figures, progress, time } = await client.call(calls.profit.summary, { method });
  expect([progress, time]).toEqual([100, clock]);
  if (figures === null) throw new Error('the history is still being counted');
  return figures;
};

const bitcoin = ({ coins }: Awaited<ReturnType<typeof profitOf>>) => coins.find(({ coin }) => coin === 'BTC');

test('a customer without history has no coins and no profit', async () => {
  const { totals, coins, markets } = await profitOf(who('anna'));
  expect([coins, markets]).toEqual([[], []]);
  expect(totals).toMatchObject({ value: '0.000000', realised: '0.000000', unrealised: '0.000000', isWhole: true });
});

test('coins that came before anything had a price have an unknown cost, and their sale an unknown gain', async () => {
  await trade(who('li'), who('bob'), 'sell', '40000', '0.1');
  const { totals, coins, markets } = await profitOf(who('bob'));
  const [btc, usdt] = coins;
  expect(btc).toMatchObject({ coin: 'BTC', quantity: '0.90000000', unknown: '0.90000000', unknownSold: '0.10000000' });
  expect(btc).toMatchObject({ cost: '0.000000', average: null, realised: '0.000000', fees: '4.000000' });
  expect(usdt).toMatchObject({ coin: 'USDT', quantity: '3996.000000', cost: '3996.000000', unrealised: '0.000000' });
  expect(markets).toMatchObject([
    { symbol: 'BTC/USDT', sold: '0.10000000', averageSold: '40000', realised: '0.000000' },
  ]);
  expect(totals.isWhole).toBe(false);
});

test('gains are counted by both methods, fees included', async () => {
  const anna = who('anna');
  clock += 2 * minuteMs;
  await anna.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.5' });
  await anna.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '10000' });
  await trade(who('li'), anna, 'sell', '44000', '0.1');
  // 4,400 less a fee of 0.1 %, for coins that came at 40,000.
  const sold = { coin: 'BTC', quantity: '0.40000000', cost: '16000.000000', average: '40000', fees: '4.400000' };
  const gains = { value: '17600.000000', realised: '395.600000', unrealised: '1600.000000', unknown: '0.00000000' };
  for (const method of ['fifo', 'average'] as const)
    expect((await profitOf(anna, method)).coins[0]).toEqual({ ...sold, ...gains, unknownSold: '0.00000000' });
  await trade(who('bob'), anna, 'buy', '48000', '0.1');
  await trade(who('li'), anna, 'sell', '48000', '0.45');
  // First the 0.4 that cost 16,000, then 0.05 of the 0.0999 that cost 4,800; the fee is 21.6.
  const fifo = await profitOf(anna);
  expect(bitcoin(fifo)).toMatchObject({ quantity: '0.04990000', cost: '2397.597598', realised: '3571.597598' });
  // 0.4999 cost 20,800.
  const average = await profitOf(anna, 'average');
  expect(bitcoin(average)).toMatchObject({ quantity: '0.04990000', cost: '2076.255252', realised: '3250.255252' });
  expect(fifo.markets).toEqual([
    {
      symbol: 'BTC/USDT',
      bought: '0.10000000',
      averageBought: '48000',
      sold: '0.55000000',
      averageSold: '47272.727272727273',
      fees: '30.800000',
      realised: '3571.597598',
    },
  ]);
  expect(fifo.totals).toMatchObject({ invested: '30000.000000', fees: '30.800000', isWhole: true });
  expect(fifo.local).toEqual({ unit: 'USD', value: '33569.20', realised: '3571.59', unrealised: '-2.39' });
  // What came in and was gained is what is there.
  const { value, realised, unrealised, invested } = fifo.totals;
  expect(Number(invested) + Number(realised) + Number(unrealised)).toBeCloseTo(Number(value), 5);
});

test('transfers between both accounts change nothing', async () => {
  const before = await profitOf(who('anna'));
  const move = { requestId: 'move', coin: 'BTC', from: 'coin', to: 'fiat', amount: '0.02' } as const;
  await who('anna').call(calls.transfer.submit, move);
  expect(await profitOf(who('anna'))).toEqual(before);
});

test('lots are listed page by page, the oldest first', async () => {
  const anna = who('anna');
  await trade(who('bob'), anna, 'buy', '48000', '0.001');
  await profitOf(anna);
  const first = await anna.call(calls.profit.lots, { coin: 'BTC', limit: 1 });
  expect(first.items).toMatchObject([{ quantity: '0.04990000', cost: '2397.597598', unrealised: '-2.397598' }]);
  const second = await anna.call(calls.profit.lots, { coin: 'BTC', limit: 1, cursor: first.next ?? '' });
  expect(second).toMatchObject({
    items: [{ quantity: '0.00099900', cost: '48.000000', price: '48048.048048048048' }],
    next: null,
  });
  expect((await anna.call(calls.profit.lots, { coin: 'USDT' })).items).toEqual([]);
  await expect(anna.call(calls.profit.lots, { coin: 'ZZZ' })).rejects.toMatchObject({ code: 404 });
  for (const cursor of ['-1', '1e3', 'x', '9'.repeat(16)])
    await expect(anna.call(calls.profit.lots, { coin: 'BTC', cursor })).rejects.toMatchObject({ code: 400 });
});

test('the value of each day’s end is what was there at the price of that moment, beside what was put in', async () => {
  clock += 3 * dayMs;
  await logIn();
  const anna = who('anna');
  await anna.call(calls.demo.faucet, { requestId: 'later', coin: 'USDT', amount: '500' });
  const { points, progress, isWhole } = await anna.call(calls.profit.history, { span: 'week' });
  expect([progress, isWhole]).toEqual([100, true]);
  const { totals } = await profitOf(anna);
  expect(points?.at(-1)).toEqual({ time: clock, value: totals.value, invested: '30500.000000' });
  const days = points?.slice(0, -1) ?? [];
  expect(days.map(({ time }) => time % dayMs)).toEqual(days.map(() => 0));
  expect(days.length).toBeGreaterThanOrEqual(3);
  // Nothing moved in between: the price of the last trade holds.
  const before = String(Number(totals.value) - 500);
  for (const { value, invested } of days) {
    expect(Number(value)).toBe(Number(before));
    expect(invested).toBe('30000.000000');
  }
  expect((await who('li').call(calls.profit.history, {})).points?.length).toBe(days.length + 1);
  // Bob's first coins came before anything had a price: what he put in leaves them out.
  const bobs = await who('bob').call(calls.profit.history, { span: 'week' });
  expect([bobs.isWhole, bobs.points?.at(-1)?.invested]).toEqual([false, '0.000000']);
  const newcomer = await exchange.register('newcomer');
  expect((await newcomer.call(calls.profit.history, { span: 'all' })).points).toMatchObject([{ value: '0.000000' }]);
});

test('while a job counts, requests leave it to that and report the progress', async () => {
  const { pool } = exchange.database;
  const li = await idOf('li');
  await profitOf(who('li'));
  const before = 'select sequence, wanted from profit_accounts where customer = $1';
  await trade(who('bob'), who('li'), 'buy', '48000', '0.001');
  await pool.query('update profit_accounts set wanted = 1, held_until = $2 where customer = $1', [
    li,
    clock + minuteMs,
  ]);
  const { rows } = await pool.query(before, [li]);
  const answer = await who('li').call(calls.profit.summary, {});
  expect(answer).toMatchObject({ figures: null });
  expect(answer.progress).toBeGreaterThan(0);
  expect((await who('li').call(calls.profit.history, {})).points).toBeNull();
  expect((await pool.query(before, [li])).rows).toEqual(rows);
  // The process that held it is gone.
  await pool.query('update profit_accounts set held_until = 0 where customer = $1', [li]);
  const figures = await counted(who('li'));
  expect(bitcoin(figures)?.quantity).toBe(
    (await who('li').call(calls.assets.overview, {})).accounts.coin.find(({ coin }) => coin === 'BTC')?.total,
  );
});

test('a file for tax has every part of a lot that left, and its gains are those of the page', async () => {
  const anna = who('anna');
  const { realised } = bitcoin(await profitOf(anna)) ?? {};
  const [heading, ...lines] = await taxFile(anna, {});
  expect(heading).toBe(
    '\uFEFFCoin,Type,Against,Acquired (UTC),Disposed (UTC),Quantity,Cost (USDT),Proceeds (USDT),Fee (USDT),Gain (USDT)',
  );
  const cells = lines.map((line) => line.split(','));
  expect(cells.map(([coin, kind, against, , , ...figures]) => [coin, kind, against, ...figures].join(' '))).toEqual([
    'BTC Trade USDT 0.10000000 4000.000000 4400.000000 4.400000 395.600000',
    'BTC Trade USDT 0.40000000 16000.000000 19200.000000 19.200000 3180.800000',
    'BTC Trade USDT 0.05000000 2402.402402 2400.000000 2.400000 -4.802402',
  ]);
  expect(cells.reduce((sum, line) => sum + Number(line.at(-1)), 0)).toBeCloseTo(Number(realised), 6);
  // Bob's first coins came before anything had a price.
  const [, first = ''] = await taxFile(who('bob'), {});
  expect(first).toMatch(/^BTC,Trade,USDT,.*,0.10000000,Unknown,4000.000000,4.000000,Unknown$/);
  expect(await taxFile(anna, { from: clock })).toEqual([heading]);
  expect(await taxFile(anna, { to: 1 })).toEqual([heading]);
});

async function taxFile(client: Client, input: CallInput<typeof calls.profit.startExport>): Promise<readonly string[]> {
  const { id } = await client.call(calls.profit.startExport, input);
  const done = await waitFor(async () => {
    exchange.wake('funds.statementExports');
    const found = await client.call(calls.assets.exportState, { id });
    if (found.state !== 'done') throw new Error(`the export is ${found.state}`);
    return found;
  });
  const { name, csv } = await client.call(calls.assets.exportPart, { id, part: 0 });
  expect([name, done.parts]).toEqual(['fft-tax-lots.csv', 1]);
  return csv.split('\r\n').slice(0, -1);
}

test('what is in the archive is counted by a job, also after a part was counted before', async () => {
  const [anna, bob] = [who('anna'), who('bob')];
  await profitOf(anna);
  const { pool } = exchange.database;
  for (const table of tables)
    await pool.query(`create table ${table}_before as select * from ${table} where customer = ${await idOf('anna')}`);
  for (let done = 0; done < 60; done += 1) await trade(bob, who('li'), 'buy', '48000', '0.0002');
  for (let done = 0; done < 3; done += 1) await trade(bob, anna, 'buy', '48100', '0.001');
  const until = clock;
  clock += 100 * dayMs;
  await logIn();
  await trade(who('li'), who('anna'), 'sell', '48000', '0.02');
  const before = await withoutArchive();
  await archived(exchange, folder, clock);
  // Anna was counted up to a hundred days ago, Bob never.
  for (const table of tables) await pool.query(`truncate ${table}; insert into ${table} select * from ${table}_before`);
  expect(await pool.query('select from fills where time <= $1', [until])).not.toMatchObject({ rowCount: before.fills });
  const [annas, bobs] = [await counted(who('anna')), await counted(who('bob'))];
  expect({ annas, bobs }).toEqual({ annas: before.annas, bobs: before.bobs });
  expect((await who('anna').call(calls.profit.lots, { coin: 'BTC' })).items).toHaveLength(5);
  // The file counts from nothing, with the archive: it has bought and sold all that the page has.
  const gains = (await taxFile(who('anna'), { to: clock + 1 })).slice(1).map((line) => Number(line.split(',').at(-1)));
  const { realised } = bitcoin(annas) ?? {};
  expect(gains.reduce((sum, gain) => sum + gain, 0)).toBeCloseTo(Number(realised), 5);
});

const tables = ['profit_accounts', 'profit_lots', 'profit_days'];

async function idOf(name: string): Promise<number> {
  const { id } = await exchange.database.db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', `${name}@test.example`)
    .executeTakeFirstOrThrow();
  return id;
}

async function withoutArchive() {
  const { rowCount: fills } = await exchange.database.pool.query('select from fills');
  return { fills, annas: await profitOf(who('anna')), bobs: await profitOf(who('bob')) };
}

/** Asks until the job is done. */
const counted = (client: Client) =>
  waitFor(async () => {
    const { figures, progress } = await client.call(calls.profit.summary, {});
    exchange.wake('funds.profit');
    if (figures === null) throw new Error(`${progress} % are counted`);
    return figures;
  });
