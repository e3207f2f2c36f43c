import { createEngine } from '@fft/engine';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { openListings } from '../listings/open-listings.ts';
import { EngineHost } from '../replica/engine-host.ts';
import type { BatchEvents, RecordedPosting } from '../replica/batch-events.ts';
import { Gateway, type Untimed } from '../gateway.ts';
import { TablesBehind } from '../../database/tables-behind.ts';
import { Projector, type ProjectorOptions } from './projector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** One process: its memory is lost when the next one starts on the same journal and tables. */
async function startProcess(storage: MemoryStorage, errors: unknown[] = [], wentBack: unknown[] = []) {
  const journal = new MemoryJournal({ storage });
  const onWentBack = (error: unknown): void => void wentBack.push(error);
  const projector = new Projector({ pool: database.pool, onError: (error) => errors.push(error), onWentBack });
  await projector.open();
  const host = new EngineHost(journal, createEngine);
  host.subscribe((batch) => projector.add(batch));
  await host.catchUp();
  const gateway = new Gateway({ journal, host, now: () => 1_000, onFatal: (error) => errors.push(error) });
  await openListings(host, gateway);
  return { projector, host, gateway };
}

const deposit = (owner: number, asset: number, amount: number): Untimed => ({
  type: 'deposit',
  requestId: `deposit-${owner}-${asset}`,
  source: 'chain',
  owner,
  kind: 'coin',
  asset,
  amount,
});

const order = (owner: number, side: 'buy' | 'sell', clientOrderId: string): Untimed => ({
  type: 'place',
  owner,
  clientOrderId,
  market: 0,
  side,
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  selfTrade: 'cancelNewest',
  priceTicks: 970_000,
  quantityLots: 1_000,
  amount: 0,
});

const posting: RecordedPosting = {
  owner: 1000,
  kind: 'coin',
  asset: 0,
  availableDelta: 1,
  frozenDelta: 0,
  available: 1,
  frozen: 0,
  reason: 'deposit',
  orderId: 0,
  time: 1,
  reference: '',
};

const tables = async () => {
  const count = async (table: 'orders' | 'fills' | 'ledger') => {
    const { rows } = await database.pool.query<{ count: number }>(`select count(*) from ${table}`);
    return Number(rows[0]?.count);
  };
  return { orders: await count('orders'), fills: await count('fills'), postings: await count('ledger') };
};

describe('the projector', () => {
  const storage = new MemoryStorage();

  test('the projector writes orders, fills and postings, and reports its position', async () => {
    const { projector, host, gateway } = await startProcess(storage);
    await gateway.submit(deposit(1000, 0, 10_000_000));
    await gateway.submit(deposit(1001, 6, 5_000_000_000));
    await gateway.submit(order(1000, 'sell', 'a'));
    await gateway.submit(order(1001, 'buy', 'b'));
    await projector.reached(host.sequence);
    expect(projector.position).toBe(host.sequence);
    expect(await tables()).toMatchObject({ orders: 2, fills: 1 });
    await projector.close();
  });

  test('every asset’s postings add up to zero, and the last of each account is its balance', async () => {
    const sums = await database.pool.query<{ asset: number; sum: string }>(
      'select asset, sum(available_delta + frozen_delta)::text as sum from ledger group by asset',
    );
    expect(sums.rows.length).toBeGreaterThan(0);
    for (const { sum } of sums.rows) expect(sum).toBe('0');
    const { host, projector } = await startProcess(storage);
    const last = await database.pool.query<{
      owner: number;
      kind: 'coin';
      asset: number;
      available: number | null;
      frozen: number | null;
      balance: number | null;
    }>(
      'select distinct on (owner, kind, asset) owner, kind, asset, available, frozen, balance from ledger order by owner, kind, asset, sequence desc, position desc',
    );
    const withBalance = last.rows.filter(({ balance }) => balance !== null);
    expect(withBalance.length).toBeGreaterThan(5);
    for (const { owner, kind, asset, balance, ...last } of withBalance) {
      const { available, frozen } = host.engine.balance(owner, kind, asset);
      expect(balance).toBe(available + frozen);
      expect([available, null]).toContain(last.available);
      expect([frozen, null]).toContain(last.frozen);
    }
    await projector.close();
  });

  test('a maker’s postings never carry the taker’s client order id', async () => {
    const { rows } = await database.pool.query<{ reference: string }>(
      "select distinct reference from ledger where reason in ('trade', 'fee', 'freeze', 'release')",
    );
    expect(rows).toEqual([{ reference: '' }]);
  });

  test('a process that starts again replays the journal and writes nothing twice', async () => {
    const before = await tables();
    const { projector, host, gateway } = await startProcess(storage);
    expect(await tables()).toEqual(before);
    await gateway.submit(order(1000, 'sell', 'c'));
    await projector.reached(host.sequence);
    expect(await tables()).toMatchObject({ orders: 3, fills: 1 });
    await projector.close();
  });

  test('rows that a killed process left unwritten are written by the next', async () => {
    const killed = await startProcess(storage);
    await killed.projector.close();
    // Applied and answered, but never projected.
    await new Gateway({
      journal: new MemoryJournal({ storage }),
      host: killed.host,
      now: () => 2_000,
      onFatal: (error) => expect.unreachable(String(error)),
    }).submit(order(1001, 'buy', 'd'));
    await database.pool.query("update projection set sequence = sequence where name = 'ledger'");
    const next = await startProcess(storage);
    await next.projector.reached(next.host.sequence);
    expect(await tables()).toMatchObject({ orders: 4, fills: 2 });
    const { rows } = await database.pool.query<{ state: string }>('select state from listed_orders order by id');
    expect(rows.map(({ state }) => state)).toEqual(['filled', 'filled', 'filled', 'filled']);
    await next.projector.close();
  });

  test('a write that fails is retried until it succeeds', async () => {
    const errors: unknown[] = [];
    const { projector, host, gateway } = await startProcess(storage, errors);
    await database.pool.query('alter table fills rename to fills_away');
    await gateway.submit(order(1000, 'sell', 'e'));
    await gateway.submit(order(1001, 'buy', 'f'));
    const written = projector.reached(host.sequence);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(projector.position).toBeLessThan(host.sequence);
    await database.pool.query('alter table fills_away rename to fills');
    await written;
    expect(await tables()).toMatchObject({ orders: 6, fills: 3 });
    await projector.close();
  });

  test('tables that a promotion put back end the process, and the next start writes what they lack', async () => {
    const wentBack: unknown[] = [];
    const { projector, host, gateway } = await startProcess(storage, [], wentBack);
    await gateway.submit(order(1000, 'sell', 'g'));
    await projector.reached(host.sequence);
    const whole = await tables();
    const { sequence } = host;
    await database.pool.query(`delete from orders where client_order_id = 'g'`);
    await database.pool.query('update projection set sequence = $1', [sequence - 1]);
    const left = await tables();
    await gateway.submit(order(1000, 'sell', 'h'));
    await expect.poll(() => wentBack).toMatchObject([{ name: 'TablesWentBack' }]);
    expect(await tables()).toEqual(left);
    await projector.close();

    const next = await startProcess(storage);
    await next.projector.reached(next.host.sequence);
    const { rows } = await database.pool.query(`select from orders where client_order_id in ('g', 'h')`);
    expect(rows).toHaveLength(2);
    expect(await tables()).toEqual({ ...whole, orders: whole.orders + 1 });
    await next.projector.close();
  });

  const batchOf = (sequence: number, owner = posting.owner): BatchEvents => ({
    sequence,
    outcomes: [],
    orders: [],
    fills: [],
    postings: Array.from({ length: 4 }, () => ({ ...posting, owner })),
    firstPlaced: Infinity,
    levels: new Map(),
    marketStates: new Set(),
  });

  /** As the process that writes would. */
  const moveTo = (sequence: number) =>
    database.pool.query("update projection set sequence = $1 where name = 'ledger'", [sequence]);

  async function standingBy(options: Pick<ProjectorOptions, 'bounds' | 'mayWrite'>): Promise<Projector> {
    const onError = (error: unknown) => expect.unreachable(String(error));
    const projector = new Projector({ pool: database.pool, onError, ...options });
    await projector.open();
    projector.standBy();
    return projector;
  }

  test.each([
    ['too many rows wait', { maxRows: 8, maxLagMs: Infinity, fewRows: 0 }],
    ['many wait too long', { maxRows: Infinity, maxLagMs: 0, fewRows: 8 }],
  ])('the projector refuses commands while %s, until the rows are written', async (_name, bounds) => {
    const projector = await standingBy({ bounds });
    const sequence = projector.position + 1;
    projector.add(batchOf(sequence));
    expect([projector.waitingRows, projector.shouldRefuse]).toEqual([4, false]);
    projector.add(batchOf(sequence + 1));
    expect(projector.waitingRows).toBe(8);
    await expect.poll(() => projector.shouldRefuse).toBe(true);
    await moveTo(sequence + 1);
    await projector.reached(sequence + 1);
    expect([projector.waitingRows, projector.lagMs, projector.shouldRefuse]).toEqual([0, 0, false]);
    await projector.close();
  });

  test('a projector whose memory is full has room again once its rows are written', async () => {
    const projector = await standingBy({ bounds: { maxRows: 6, maxLagMs: Infinity, fewRows: 0 } });
    const sequence = projector.position + 1;
    await projector.room();
    projector.add(batchOf(sequence));
    expect([projector.shouldThrottle, projector.shouldRefuse]).toEqual([true, false]);
    let isThere = false;
    const room = projector.room().then(() => (isThere = true));
    await moveTo(sequence);
    expect(isThere).toBe(false);
    await projector.reached(sequence);
    await room;
    await projector.close();
  });

  test('a process that never writes keeps no rows, so it is never too full', async () => {
    const projector = await standingBy({ bounds: { maxRows: 1, maxLagMs: Infinity, fewRows: 0 }, mayWrite: false });
    const sequence = projector.position + 1;
    projector.add(batchOf(sequence));
    expect([projector.waitingRows, projector.shouldRefuse]).toEqual([4, false]);
    projector.takeOver();
    expect(projector.isWriting).toBe(false);
    await expect(projector.reached(sequence, 20)).rejects.toThrow(TablesBehind);
    await moveTo(sequence);
    await projector.reached(sequence);
    await projector.close();
  });

  test('a projector that waited while others wrote continues where they stopped', async () => {
    const projector = await standingBy({});
    const sequence = projector.position + 1;
    projector.add(batchOf(sequence));
    await moveTo(sequence);
    await projector.reached(sequence);
    projector.add(batchOf(sequence + 1));
    projector.takeOver();
    await projector.reached(sequence + 1);
    const { rows } = await database.pool.query('select * from postings where sequence >= $1', [sequence]);
    expect(rows).toHaveLength(4);
    await projector.close();
  });

  test('a customer waits for their own rows and not for those of others', async () => {
    const projector = await standingBy({ mayWrite: false });
    const sequence = projector.position + 1;
    const [first, second, idle] = [1000, 1001, 1002];
    for (const [place, owner] of [first, second, first].entries()) projector.add(batchOf(sequence + place, owner));
    await projector.reachedFor(idle);
    const there: number[] = [];
    const arrived = [first, second].map((owner) => projector.reachedFor(owner).then(() => there.push(owner)));
    await moveTo(sequence + 1);
    await projector.reached(sequence + 1);
    await arrived[1];
    expect(there).toEqual([second]);
    await projector.reachedFor(second);
    await moveTo(sequence + 2);
    await Promise.all(arrived);
    expect(there).toEqual([second, first]);
    await projector.close();
  });

  test('a batch that yields no rows never throws at its caller: the tables stop before it and report it', async () => {
    const errors: unknown[] = [];
    const projector = new Projector({ pool: database.pool, onError: (error) => errors.push(error) });
    await projector.open();
    const sequence = projector.position + 1;
    const broken: BatchEvents = { ...batchOf(sequence + 1), fills: [{} as BatchEvents['fills'][number]] };
    for (const batch of [batchOf(sequence), broken, batchOf(sequence + 2)]) projector.add(batch);
    await expect.poll(() => errors.length).toBeGreaterThan(1);
    expect(projector.position).toBe(sequence);
    await expect(projector.reached(sequence + 1, 20)).rejects.toThrow(TablesBehind);
    await projector.close();
  });
});
