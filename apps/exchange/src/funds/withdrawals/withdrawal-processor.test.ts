import { createEngine } from '@fft/engine';
import { MemoryJournal, type AppendFault } from '@fft/journal';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { EngineHost } from '../../ledger/replica/engine-host.ts';
import { Gateway } from '../../ledger/gateway.ts';
import { testAuthority, testBlocks } from '../../../testing/test-authority.ts';
import { createWithdrawalProcessor, type WithdrawalProcessor } from './withdrawal-processor.ts';
import { createWithdrawals, type Withdrawals } from './withdrawals.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

const owner = 1000;
const dayMs = 24 * 3_600_000;
let time = 0;
const now = () => time;

let database: TestDatabase;
let host: EngineHost;
let gateway: Gateway;
let fault: AppendFault | null;
let withdrawals: Withdrawals;
let processor: WithdrawalProcessor;
let notified: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('truncate withdrawals restart identity; delete from customers');
  time = 1_700_000_000_000;
  fault = null;
  notified = [];
  const journal = new MemoryJournal({ faultOf: () => fault });
  host = new EngineHost(journal, createEngine);
  gateway = new Gateway({
    journal,
    host,
    now,
    onFatal: (error) => {
      throw error;
    },
  });
  await gateway.submit({ type: 'openAsset', asset: { code: 'USDT', decimals: 6 } });
  const deposit = { requestId: 'in', source: 'adjustments', owner, kind: 'coin', asset: 0, amount: 100 } as const;
  await gateway.submit({ type: 'deposit', ...deposit });
  open();
});
afterAll(() => database.close());

/** A processor as after a start, without memory. */
function open(): void {
  const { db } = database;
  const authority = testAuthority();
  const blocks = testBlocks(authority);
  withdrawals = createWithdrawals({ db, host, authority, blocks, now });
  processor = createWithdrawalProcessor({
    db,
    gateway,
    withdrawals,
    authority,
    blocks,
    now,
    log: pino({ level: 'silent' }),
    onChange: async (_transaction, { id, state }) => {
      notified.push(`${id} ${state}`);
    },
  });
}

function request(amount: number, planned: 'review' | 'approved' = 'approved'): Promise<WithdrawalRow> {
  const { db } = database;
  return db.transaction().execute((transaction) =>
    withdrawals.add(transaction, {
      customer: owner,
      request_id: `r${amount}`,
      coin: 'USDT',
      chain: 'ETH',
      asset: 0,
      address_id: 1,
      address: 'T',
      memo: '',
      amount,
      fee: 1,
      usdt_units: amount,
      planned,
    }),
  );
}

const balance = () => {
  const { available, frozen } = host.engine.balance(owner, 'coin', 0);
  return { available, frozen };
};
const state = async (id: number) => (await withdrawals.find(owner, id))?.state ?? null;

test('sent and done: the money leaves, its fee goes to the house', async () => {
  const { id } = await processor.begin(await request(40));
  expect(balance()).toEqual({ available: 60, frozen: 40 });
  await processor.move(id, 'sent', { txid: '0xabc' });
  expect(balance()).toEqual({ available: 60, frozen: 40 });
  const done = await processor.move(id, 'done', { confirmations: 20 });
  expect(done).toMatchObject({ state: 'done', txid: '0xabc', confirmations: 20 });
  expect(balance()).toEqual({ available: 60, frozen: 0 });
  expect(host.engine.balance(1, 'coin', 0).available).toBe(1);
  expect(notified).toEqual([`${id} approved`, `${id} sent`, `${id} done`]);
  expect(await withdrawals.unfinished()).toEqual([]);
});

test.each(['rejected', 'failed'] as const)('%s: the money and its fee are released', async (to) => {
  const { id } = await processor.begin(await request(40));
  await processor.move(id, to, { reason_zh: '地址有风险', reason_en: 'The address is known for fraud' });
  expect(balance()).toEqual({ available: 100, frozen: 0 });
  expect(await state(id)).toBe(to);
  expect(await withdrawals.unfinished()).toEqual([]);
});

test('a change that may not follow a state is not made', async () => {
  const { id } = await processor.begin(await request(40));
  for (const to of ['done', 'cancelled', 'approved'] as const) expect(await processor.move(id, to)).toBeNull();
  await processor.move(id, 'sent');
  expect(await processor.move(id, 'rejected')).toBeNull();
  await processor.move(id, 'failed');
  for (const to of ['done', 'sent', 'failed'] as const) expect(await processor.move(id, to)).toBeNull();
  expect(balance()).toEqual({ available: 100, frozen: 0 });
});

test('of two concurrent decisions one succeeds', async () => {
  const { id } = await processor.begin(await request(40, 'review'));
  const moves = await Promise.all([
    processor.move(id, 'cancelled'),
    processor.move(id, 'rejected'),
    processor.move(id, 'cancelled'),
  ]);
  expect(moves.filter((row) => row !== null)).toHaveLength(1);
});

test('a withdrawal that the ledger refuses stays refused, and no one sees it', async () => {
  const row = await request(101);
  await expect(processor.begin(row)).rejects.toMatchObject({ name: 'insufficientBalance' });
  expect(await state(row.id)).toBeNull();
  expect(await withdrawals.findRequest(owner, 'r101')).toMatchObject({
    state: 'refused',
    reason: 'insufficientBalance',
  });
  expect(await withdrawals.list(owner, { before: Infinity, limit: 10 })).toEqual([]);
  expect([await withdrawals.dayUsed(owner), notified]).toEqual([{ units: 0n, unvalued: 0 }, []]);
});

test('a withdrawal whose account was locked or held since goes to review', async () => {
  const { db } = database;
  for (const [amount, stopped] of [
    [40, 'locked'],
    [30, 'held'],
  ] as const) {
    const row = await request(amount);
    const customer = { email: `${stopped}@mail.example`, password_hash: '', lang: 'en', up_color: 'green', created: 0 };
    const { id } = await db
      .insertInto('customers')
      .values({ ...customer, invite_code: null, locked_at: stopped === 'locked' ? now() : null } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    if (stopped === 'held')
      await db
        .insertInto('holds')
        .values({ customer: id, until: now() + 1, reason: 'password' })
        .execute();
    await db.updateTable('withdrawals').set({ customer: id }).where('id', '=', row.id).execute();
    expect(await processor.begin(row)).toMatchObject({ state: 'review' });
  }
});

describe('while the ledger accepts nothing', () => {
  test('a request is refused before anything is written', async () => {
    await expect(processor.requireOpen()).resolves.toBeUndefined();
    await gateway.close();
    await expect(processor.requireOpen()).rejects.toThrow('the exchange is shutting down');
  });

  test('a recorded request is carried on later, unless it is cancelled first', async () => {
    const [first, second] = [await request(40), await request(30)];
    fault = 'refused';
    await expect(processor.begin(first)).rejects.toThrow('the journal could not be written');
    await expect(processor.cancelWaiting(owner)).rejects.toThrow('the journal could not be written');
    expect(balance()).toEqual({ available: 100, frozen: 0 });
    fault = null;
    await database.db.updateTable('withdrawals').set({ planned: 'review' }).where('customer', '=', owner).execute();
    expect((await processor.cancelWaiting(owner)).toSorted((a, b) => a - b)).toEqual([first.id, second.id]);
    expect(balance()).toEqual({ available: 100, frozen: 0 });
    await processor.resume();
    expect([await state(first.id), await state(second.id), await withdrawals.unfinished()]).toEqual([
      'cancelled',
      'cancelled',
      [],
    ]);
  });

  test('a request that the ledger refuses needs no cancelling', async () => {
    const { request_id } = await request(101);
    expect(await processor.cancelWaiting(owner)).toEqual([]);
    expect(await withdrawals.findRequest(owner, request_id)).toMatchObject({ state: 'refused' });
  });
});

describe('after a crash', () => {
  test('before the money was frozen, the withdrawal is carried on', async () => {
    const { id } = await request(40);
    open();
    await processor.resume();
    expect([balance(), await state(id)]).toEqual([{ available: 60, frozen: 40 }, 'approved']);
  });

  test('after the freezing and before its record, the money is frozen once', async () => {
    const { id, customer } = await request(40);
    const hold = { requestId: String(id), destination: 'chain', owner: customer, kind: 'coin' } as const;
    await gateway.submit({ type: 'holdWithdrawal', ...hold, asset: 0, amount: 40, fee: 1 });
    open();
    await processor.resume();
    await processor.resume();
    expect([balance(), await state(id)]).toEqual([{ available: 60, frozen: 40 }, 'approved']);
    expect(notified).toEqual([`${id} approved`]);
  });

  test('between an end and the ledger, the ledger receives the end once', async () => {
    const { id } = await processor.begin(await request(40));
    fault = 'refused';
    await expect(processor.move(id, 'rejected')).rejects.toThrow('the journal could not be written');
    expect(balance()).toEqual({ available: 60, frozen: 40 });
    await processor.resume();
    expect(balance()).toEqual({ available: 60, frozen: 40 });
    fault = null;
    open();
    await processor.resume();
    await processor.resume();
    expect([balance(), await withdrawals.unfinished()]).toEqual([{ available: 100, frozen: 0 }, []]);
  });

  test('after the ledger applied the end and before its record, the withdrawal is closed', async () => {
    const { id } = await processor.begin(await request(40));
    await processor.move(id, 'sent');
    await processor.move(id, 'done');
    await database.db.updateTable('withdrawals').set({ closed: false }).where('id', '=', id).execute();
    open();
    await processor.resume();
    expect([balance(), await withdrawals.unfinished()]).toEqual([{ available: 60, frozen: 0 }, []]);
  });

  test('a withdrawal whose end the ledger has forgotten after a day is closed', async () => {
    const { id } = await processor.begin(await request(40));
    time += dayMs;
    await processor.move(id, 'sent');
    await processor.move(id, 'done');
    await database.db.updateTable('withdrawals').set({ closed: false }).where('id', '=', id).execute();
    open();
    await processor.resume();
    expect([balance(), await withdrawals.unfinished()]).toEqual([{ available: 60, frozen: 0 }, []]);
  });

  test.each(['failed', 'rejected', 'done'] as const)(
    'the end %s, written into the row of a sent withdrawal, is not submitted to the ledger',
    async (end) => {
      const { db } = database;
      const [{ id }, other] = [await processor.begin(await request(40)), await processor.begin(await request(5))];
      const ended = await processor.move(other.id, 'rejected');
      await processor.move(id, 'sent');
      for (const end_mac of [null, ended?.end_mac ?? '']) {
        await db.updateTable('withdrawals').set({ state: end, end_mac }).where('id', '=', id).execute();
        open();
        await processor.resume();
        expect([balance(), await withdrawals.unfinished()]).toMatchObject([{ available: 60, frozen: 40 }, [{ id }]]);
      }
      await db.updateTable('withdrawals').set({ state: 'sent' }).where('id', '=', id).execute();
      await processor.move(id, 'done');
      expect([balance(), await withdrawals.unfinished()]).toEqual([{ available: 60, frozen: 0 }, []]);
    },
  );

  test('an end that the ledger should know and does not is left to people', async () => {
    const { id } = await processor.begin(await request(40));
    const lost = { requestId: String(id), owner } as const;
    await database.db
      .updateTable('withdrawals')
      .set({ customer: owner + 1 })
      .where('id', '=', id)
      .execute();
    await expect(processor.move(id, 'rejected')).rejects.toThrow('the ledger answers unknownWithdrawal');
    expect(await withdrawals.unfinished()).toHaveLength(1);
    expect(await gateway.submit({ type: 'releaseWithdrawal', ...lost })).toMatchObject({ kind: 'done' });
  });

  test('a withdrawal that cannot be finished does not delay the others', async () => {
    const wrong = await request(1000);
    const { id } = await request(40);
    await processor.resume();
    expect(await state(id)).toBe('approved');
    expect(await withdrawals.findRequest(owner, wrong.request_id)).toMatchObject({ state: 'refused' });
  });
});

describe("a customer's day", () => {
  const set = (id: number, change: Partial<Pick<WithdrawalRow, 'state' | 'closed'>>) =>
    database.db.updateTable('withdrawals').set(change).where('id', '=', id).execute();

  test.each(['cancelled', 'rejected', 'failed', 'refused'] as const)(
    'counts a withdrawal whose row says %s until its money is released',
    async (state) => {
      const { id, usdt_units } = await processor.begin(await request(40));
      const used = { units: BigInt(usdt_units ?? 0), unvalued: 0 };
      await set(id, { state, closed: true });
      expect(await withdrawals.dayUsed(owner)).toEqual(used);
      await set(id, { state: 'sent' });
      await processor.move(id, 'done');
      await set(id, { state });
      expect(await withdrawals.dayUsed(owner)).toEqual(used);
    },
  );

  test('counts none whose money was released', async () => {
    const { id } = await processor.begin(await request(40));
    await processor.move(id, 'rejected');
    expect(await withdrawals.dayUsed(owner)).toEqual({ units: 0n, unvalued: 0 });
  });

  test('is used up if a withdrawal that the ledger paid has no row', async () => {
    const dayUsed = () => database.db.transaction().execute((transaction) => withdrawals.dayUsed(owner, transaction));
    const { id } = await processor.begin(await request(40));
    const posting = { sequence: 1, position: 0, time, owner, kind: 'coin', asset: 0, order_id: 0 } as const;
    const left = { available_delta: 0, frozen_delta: -40, available: 60, frozen: 0, reason: 'withdraw' };
    const references = [String(id), 'an adjustment'].map((reference, position) => ({ ...left, reference, position }));
    await database.db
      .insertInto('postings')
      .values(references.map((row) => ({ ...posting, ...row })))
      .execute();
    expect(await dayUsed()).toMatchObject({ unvalued: 0 });
    await database.db.deleteFrom('withdrawals').where('id', '=', id).execute();
    expect(await dayUsed()).toEqual({ units: 0n, unvalued: 1 });
    time += dayMs + 1;
    expect(await dayUsed()).toEqual({ units: 0n, unvalued: 0 });
  });
});
