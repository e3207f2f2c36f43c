import type { AccountKind } from '@fft/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fraction, keepBooksNaively } from '../../../testing/naive-accountant.ts';
import { openTestLedger, type TestLedger } from '../../../testing/test-ledger.ts';
import { ProfitCounter } from './profit-counter.ts';
import { methods } from './state.ts';

const owners = [1000, 1001, 1002];
const [anna = 0, bob = 0, cora = 0] = owners;
const steps = 400;

/** Asset units of a whole coin are 8 decimals for coins, 6 for the others. */
const symbols = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'USDT/CNY', 'BTC/USD'];
const middles: Readonly<Record<string, number>> = {
  'BTC/USDT': 500_000,
  'ETH/USDT': 250_000,
  'ETH/BTC': 5_000,
  'USDT/CNY': 71_000,
  'BTC/USD': 500_000,
};

describe.each([1, 2, 3])('after random trades and movements (seed %i)', (seed) => {
  let ledger: TestLedger;
  let id = 0;
  let seen = seed * 2_654_435_761;
  /** mulberry32 */
  function below(count: number): number {
    seen = (seen + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(seen ^ (seen >>> 15), seen | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const asset = (code: string): number => ledger.directory.assetId(code) ?? -1;
  const newId = (): string => `r${++id}`;

  const counterOf = (db = ledger.database.db): ProfitCounter => {
    const { host, projector, directory, now } = ledger;
    return new ProfitCounter({ db, keeping: db, host, projector, directory, now, isJob: false });
  };

  async function deposit(owner: number, code: string, amount: number): Promise<void> {
    await ledger.gateway.submit({
      type: 'deposit',
      requestId: newId(),
      source: pick(['chain', 'adjustments'] as const),
      owner,
      kind: pick<AccountKind>(['coin', 'coin', 'fiat']),
      asset: asset(code),
      amount,
    });
  }

  async function trade(owner: number): Promise<void> {
    const symbol = pick(symbols);
    const market = ledger.directory.market(symbol);
    if (!market) throw new Error(`${symbol} is not listed`);
    const middle = middles[symbol] ?? 1;
    const lots = symbol === 'USDT/CNY' ? 10_000 + below(90_000) : 100 + below(4_000);
    const isMarket = below(6) === 0;
    await ledger.gateway.submit({
      type: 'place',
      owner,
      clientOrderId: newId(),
      market: market.id,
      side: pick(['buy', 'sell'] as const),
      orderType: isMarket ? 'market' : 'limit',
      timeInForce: pick(['GTC', 'GTC', 'IOC'] as const),
      postOnly: false,
      selfTrade: 'cancelOldest',
      priceTicks: isMarket ? 0 : middle + below(Math.floor(middle / 100)) - Math.floor(middle / 200),
      quantityLots: lots,
      amount: 0,
    });
  }

  async function withdraw(owner: number): Promise<void> {
    const code = pick(['BTC', 'ETH', 'USDT', 'USD', 'CNY']);
    const { available } = ledger.host.engine.balance(owner, 'coin', asset(code));
    const amount = Math.floor(available / (2 + below(6)));
    if (amount < 2) return;
    const requestId = newId();
    const fee = below(2) === 0 ? 0 : Math.min(amount - 1, 1 + below(20_000));
    const hold = { requestId, destination: pick(['chain', 'adjustments'] as const), owner, kind: 'coin' } as const;
    await ledger.gateway.submit({ type: 'holdWithdrawal', ...hold, asset: asset(code), amount, fee });
    if (below(4) === 0) await ledger.gateway.submit({ type: 'releaseWithdrawal', requestId, owner });
    else await ledger.gateway.submit({ type: 'settleWithdrawal', requestId, owner });
  }

  async function step(): Promise<void> {
    const owner = pick(owners);
    const chance = below(20);
    if (chance === 0) await deposit(owner, pick(['BTC', 'ETH', 'USD', 'CNY']), 1 + below(300_000_000));
    else if (chance === 1) await withdraw(owner);
    else if (chance === 2) {
      const [from, code] = [pick<AccountKind>(['coin', 'fiat']), pick(['USDT', 'BTC'])];
      const { available } = ledger.host.engine.balance(owner, from, asset(code));
      if (available > 3)
        await ledger.gateway.submit({
          type: 'transfer',
          requestId: newId(),
          owner,
          asset: asset(code),
          from,
          amount: 1 + below(available),
        });
    } else if (chance === 3) ledger.passTime(pick([1_000, 70_000, 4 * 3_600_000]));
    else await Promise.all(Array.from({ length: 1 + below(4) }, () => trade(pick(owners))));
  }

  async function countAll(owner: number, limit: number, counter = counterOf()) {
    for (;;) {
      const counted = await counter.count(owner, limit);
      if (counted.isAll) return counted.kept.state;
    }
  }

  const keptRows = async (owner: number) => {
    const { db } = ledger.database;
    const of = (table: 'profit_lots' | 'profit_days', by: string) =>
      db
        .selectFrom(table)
        .selectAll()
        .where('customer', '=', owner)
        .orderBy(by as 'customer')
        .execute();
    const account = await db
      .selectFrom('profit_accounts')
      .select('state')
      .where('customer', '=', owner)
      .executeTakeFirst();
    const lots = await db
      .selectFrom('profit_lots')
      .selectAll()
      .where('customer', '=', owner)
      .orderBy('asset')
      .orderBy('number')
      .execute();
    return { account, lots, days: await of('profit_days', 'day') };
  };

  beforeAll(async () => {
    ledger = await openTestLedger();
    // Before the first trade there is no price.
    await deposit(cora, 'BTC', 40_000_000);
    await deposit(cora, 'ETH', 100_000_000);
    for (const owner of owners) {
      await deposit(owner, 'USDT', 90_000_000_000);
      await deposit(owner, 'CNY', 9_000_000_000);
      await deposit(owner, 'USD', 90_000_000_000);
      for (const code of ['USDT', 'CNY', 'USD'] as const) {
        const { available } = ledger.host.engine.balance(owner, 'fiat', asset(code));
        if (available > 0)
          await ledger.gateway.submit({
            type: 'transfer',
            requestId: newId(),
            owner,
            asset: asset(code),
            from: 'fiat',
            amount: available,
          });
      }
    }
    for (let done = 0; done < steps; done += 1) {
      if (done === 20) for (const owner of owners) await deposit(owner, 'BTC', 30_000_000);
      await step();
      // Anna looks often, the others at the end.
      if (done % 40 === 0) await countAll(anna, 7);
    }
  });
  afterAll(() => ledger.close());

  test.each(owners)('customer %i has what a naive accountant has', async (owner) => {
    const { database, host, directory } = ledger;
    await ledger.projector.reached(host.sequence);
    const state = await countAll(owner, 50);
    const naive = await keepBooksNaively(database.pool, owner, host.engine.assets);
    const tolerance = BigInt(naive.rows) * 3n;
    const near = (found: bigint, exact: bigint, what: string): void => {
      const off = found - exact / fraction;
      expect(off < tolerance && -off < tolerance, `${what}: ${found} is not ${exact / fraction}`).toBe(true);
    };
    expect(naive.rows).toBeGreaterThan(60);
    expect([...state.coins.keys()].map((one) => directory.asset(one).code).toSorted()).toEqual(
      Object.keys(naive.coins).toSorted(),
    );
    for (const [one, coin] of state.coins) {
      const { code } = directory.asset(one);
      const own = naive.coins[code];
      if (!own) throw new Error(`the accountant has no ${code}`);
      const { available, frozen } = sum(owner, one);
      expect(coin.quantity).toBe(BigInt(available + frozen));
      expect(own.held).toBe(coin.quantity);
      near(coin.fees, own.fees * fraction, `fees of ${code}`);
      for (const method of methods) {
        near(coin[method].realised, own.gain[method], `${method} gain of ${code}`);
        expect(coin[method].unknownSold).toBe(own.unknownSold[method]);
      }
      if (code === 'USDT') continue;
      near(coin.average.cost, own.pool.cost, `average cost of ${code}`);
      expect(coin.average.unknown).toBe(own.pool.unknown);
      near(
        coin.fifo.cost,
        own.lots.reduce((total, { cost }) => total + (cost ?? 0n), 0n),
        `cost of ${code}`,
      );
      const { lots } = await keptRows(owner);
      expect(lots.filter((lot) => lot.asset === one).map(({ quantity, time }) => [BigInt(quantity), time])).toEqual(
        own.lots.map(({ units, time }) => [units, time]),
      );
      const costs = lots.filter((lot) => lot.asset === one).map(({ cost }) => BigInt(cost ?? 0));
      expect(costs.reduce((total, cost) => total + cost, 0n)).toBe(coin.fifo.cost);
    }
    for (const [key, market] of state.markets) {
      const symbol = key
        .split('/')
        .map((one) => directory.asset(Number(one)).code)
        .join('/');
      for (const method of methods)
        near(market[method], naive.markets[symbol]?.[method] ?? 0n, `${method} of ${symbol}`);
    }
    near(state.invested, naive.invested * fraction, 'invested');
  });

  function sum(owner: number, one: number) {
    const { engine } = ledger.host;
    const [coin, fiat] = [engine.balance(owner, 'coin', one), engine.balance(owner, 'fiat', one)];
    return { available: coin.available + fiat.available, frozen: coin.frozen + fiat.frozen };
  }

  test('counted from nothing, in one go, it is the same', async () => {
    await countAll(anna, 7);
    const before = await keptRows(anna);
    expect(before.days.length).toBeGreaterThan(1);
    for (const table of ['profit_accounts', 'profit_lots', 'profit_days'] as const)
      await ledger.database.db.deleteFrom(table).where('customer', '=', anna).execute();
    await countAll(anna, 100_000);
    expect(await keptRows(anna)).toEqual(before);
  });

  test('what an older calculation kept is counted again', async () => {
    const before = await keptRows(anna);
    const { pool } = ledger.database;
    await pool.query('update profit_accounts set form = 0 where customer = $1', [anna]);
    await countAll(anna, 1_000);
    expect(await keptRows(anna)).toEqual(before);
    await pool.query('update profit_accounts set form = 1000 where customer = $1', [anna]);
    await expect(countAll(anna, 1_000)).rejects.toMatchObject({ name: 'KeptByLaterVersion' });
    await pool.query('update profit_accounts set form = 1 where customer = $1', [anna]);
  });

  test('several processes at the same time count nothing twice', async () => {
    await countAll(bob, 100_000);
    const before = await keptRows(bob);
    for (const table of ['profit_accounts', 'profit_lots', 'profit_days'] as const)
      await ledger.database.db.deleteFrom(table).where('customer', '=', bob).execute();
    await Promise.all([3, 11, 40, 90].map((limit) => countAll(bob, limit)));
    expect(await keptRows(bob)).toEqual(before);
  });
});
