import { createEngine } from '@fft/engine';
import { PostgresJournal } from '@fft/journal';
import { calls } from '@fft/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { MarkedJournal } from '../lineage/marked-journal.ts';
import type { OrderRecord } from '../replica/order-record.ts';
import { decodeCommands } from '../codec.ts';
import { EngineHost } from '../replica/engine-host.ts';
import { createSnapshots } from './create-snapshots.ts';
import { resume } from './resume.ts';
import { listSnapshots, saveSnapshot } from './snapshot-store.ts';
import { pruneJournal, wholeJournalLock } from './prune-journal.ts';
import { takeSnapshot } from './take-snapshot.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let journal: PostgresJournal;
let count = 0;

beforeAll(async () => {
  exchange = await startTestExchange({ ORDERS_PER_10S: '10000', SNAPSHOT_COMMANDS: '0' });
  anna = await exchange.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'coins', coin: 'BTC', amount: '0.5' });
  await anna.call(calls.demo.faucet, { requestId: 'money', coin: 'USDT', amount: '40000' });
  journal = new PostgresJournal({ url: exchange.database.url });
});
afterAll(async () => {
  await journal.close();
  await exchange.stop();
});

/** Orders that rest, trade and end. */
async function live(): Promise<void> {
  const place = (side: 'buy' | 'sell', price: string) =>
    anna.call(calls.trade.create, {
      clientOrderId: `order-${++count}`,
      symbol: 'BTC/USDT',
      side,
      type: 'limit',
      price,
      quantity: '0.001',
    });
  for (let step = 0; step < 5; step++) {
    const { id } = await place('sell', `${97_100 + step}`);
    await place('buy', `${96_900 - step}`);
    if (step % 2 === 0) await anna.call(calls.trade.cancel, { id });
  }
  // By then, all of it is in the tables.
  await anna.call(calls.trade.history, { limit: 1 });
}

const place = () => ({ url: exchange.database.url });
const db = () => exchange.database.db;
const snapshots = async () => (await listSnapshots(db(), Number.MAX_SAFE_INTEGER)).map(({ sequence }) => sequence);
const position = async () =>
  (await db().selectFrom('projection').select('sequence').executeTakeFirstOrThrow()).sequence;

interface Found {
  readonly began: number;
  readonly stateHash: string;
  readonly records: OrderRecord[];
  readonly said: string[];
}

/** State of a process that starts now; its first read finds the tables at `positions`. */
async function start(...positions: number[]): Promise<Found> {
  const said: string[] = [];
  // As the exchange opens it.
  const marked = new MarkedJournal(journal, () => undefined);
  const options = { db: db(), journal: marked, position: async () => positions.shift() ?? position() };
  const { host } = await resume({ ...options, say: (line) => said.push(line) });
  const began = host.sequence;
  await host.catchUp();
  return { began, stateHash: host.engine.stateHash(), records: [...host.openRecords], said };
}

/** State after replaying the whole journal. */
async function replay(): Promise<Pick<Found, 'stateHash' | 'records'>> {
  const host = new EngineHost(journal, createEngine);
  await host.catchUp();
  return { stateHash: host.engine.stateHash(), records: [...host.openRecords] };
}

describe('a start from a snapshot', () => {
  test('a start from a snapshot reaches the state of the whole journal', async () => {
    await live();
    const taken = await takeSnapshot(place());
    expect(taken?.sequence).toBe(await position());
    await live();
    const found = await start();
    expect(found).toMatchObject({ began: taken?.sequence, ...(await replay()) });
    expect(found.records.length).toBeGreaterThan(5);
  });

  test('a start does not use a snapshot ahead of the tables', async () => {
    const [newest = 0] = await snapshots();
    expect(await start(newest - 1)).toMatchObject({ began: 0, said: [], ...(await replay()) });
  });

  test('the exchange itself starts from a snapshot and continues unchanged', async () => {
    await takeSnapshot(place());
    const before = await anna.call(calls.trade.openOrders, { limit: 100 });
    await exchange.restart();
    expect(await anna.call(calls.trade.openOrders, { limit: 100 })).toEqual(before);
    const [first] = before.items;
    expect(await anna.call(calls.trade.cancel, { id: first?.id ?? '' })).toMatchObject({ state: 'cancelled' });
    await live();
    expect(await start()).toMatchObject(await replay());
  });

  test('two snapshots are kept, and none is written without new entries', async () => {
    const before = await snapshots();
    await live();
    const taken = await takeSnapshot(place());
    expect(await snapshots()).toEqual([taken?.sequence, before[0]]);
    expect(await takeSnapshot(place())).toBeNull();
    const parts = await db().selectFrom('snapshot_parts').select('sequence').distinct().execute();
    expect(parts).toHaveLength(2);
  });
});

describe('a damaged snapshot', () => {
  const alter = async (sequence: number, text: string) => exchange.database.pool.query(text, [sequence]);

  test.each([
    ['torn', 'update snapshot_parts set bytes = substr(bytes, 1, 20) where sequence = $1 and number = 0', /unpacked/],
    ['overwritten', "update snapshot_parts set bytes = 'x' where sequence = $1 and number = 0", /unpacked/],
    [
      'not one of order records',
      'update snapshot_parts set bytes = (select bytes from snapshot_parts where sequence = $1 and number = 0) where sequence = $1 and number = 1',
      /can't be read|altered/,
    ],
    ['missing a part', 'delete from snapshot_parts where sequence = $1 and number = 1', /part 1 .* is missing/],
    ['altered', "update snapshots set digest = sha256('x') where sequence = $1", /was altered/],
    ['of another journal', "update snapshots set hash = sha256('x') where sequence = $1", /another journal/],
  ])('a snapshot %s is skipped in favour of the one before', async (_name, text, message) => {
    await live();
    await takeSnapshot(place());
    const [newest = 0, older] = await snapshots();
    await alter(newest, text);
    const found = await start();
    expect(found).toMatchObject({ began: older, ...(await replay()) });
    expect(found.said).toEqual([expect.stringMatching(message)]);
    await alter(newest, 'delete from snapshots where sequence = $1');
    await alter(newest, 'delete from snapshot_parts where sequence = $1');
  });

  test('a start without a sound snapshot replays the journal', async () => {
    await exchange.database.pool.query("update snapshots set digest = sha256('x')");
    expect(await start()).toMatchObject({ began: 0, ...(await replay()) });
    await exchange.database.pool.query('delete from snapshots; delete from snapshot_parts');
  });

  test('a snapshot that was never finished is ignored', async () => {
    await live();
    await takeSnapshot(place());
    const before = await snapshots();
    function* broken(): Generator<OrderRecord> {
      yield* [];
      throw new Error('killed');
    }
    const head = { sequence: 1_000_000, hash: new Uint8Array(32) };
    const snapshot = { head, commandCount: 1, engine: new Uint8Array(20_000_000), records: broken() };
    await expect(saveSnapshot(db(), snapshot, 1)).rejects.toThrow('killed');
    expect(await snapshots()).toEqual(before);
    const { rows } = await exchange.database.pool.query<{ most: number }>(
      'select max(sequence) as most from snapshot_parts',
    );
    expect(rows).toEqual([{ most: before[0] }]);
  });
});

describe('scheduled snapshots', () => {
  const isMine = vi.fn<() => boolean>(() => false);
  const logged: unknown[] = [];

  beforeEach(async () => {
    await exchange.database.pool.query('delete from snapshots; delete from snapshot_parts');
    await live();
    logged.length = 0;
    isMine.mockReset();
    isMine.mockReturnValue(true);
  });

  const keep = (restTimes?: number) => {
    const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) });
    const job = createSnapshots({
      order: place(),
      db: db(),
      log,
      everyCommands: 20,
      commandCount: () => 1_000,
      isMine,
      lookEveryMs: 20,
      ...(restTimes !== undefined && { restTimes }),
    });
    job.start({ log });
    return job;
  };
  const written = (count: number) =>
    vi.waitFor(
      () => expect(logged).toEqual(Array(count).fill(expect.objectContaining({ msg: 'snapshot.written' }))),
      20_000,
    );
  const looks = async (count: number) => {
    const before = isMine.mock.calls.length;
    await vi.waitFor(() => expect(isMine.mock.calls.length).toBeGreaterThan(before + count), 20_000);
  };

  test('the process whose turn it is writes the snapshot in its own thread', async () => {
    isMine.mockReturnValue(false);
    const job = keep();
    await looks(3);
    expect(await snapshots()).toEqual([]);
    isMine.mockReturnValue(true);
    await written(1);
    expect(await snapshots()).toEqual([await position()]);
    await job.stop();
  });

  test('no second snapshot follows immediately, however many commands come, since it would slow trading', async () => {
    const job = keep();
    await written(1);
    const first = await snapshots();
    await live();
    await looks(10);
    expect(await snapshots()).toEqual(first);
    await job.stop();
  });

  test('the next snapshot follows after the pause', async () => {
    const job = keep(0.1);
    await written(1);
    await live();
    await written(2);
    expect((await snapshots())[0]).toBe(await position());
    await job.stop();
  });
});

describe('the journal’s beginning', () => {
  const sequences = async () => (await journal.read(0, 100_000)).map(({ sequence }) => sequence);
  const prune = (before: number) => pruneJournal({ db: db(), journal, before });

  test('the beginning is kept without two later snapshots, or while one of them is damaged', async () => {
    await exchange.database.pool.query('delete from snapshots; delete from snapshot_parts');
    await live();
    await takeSnapshot(place());
    expect(await prune(Infinity)).toBe(0);
    await live();
    await takeSnapshot(place());
    const [newest = 0] = await snapshots();
    await exchange.database.pool.query("update snapshots set digest = sha256('x') where sequence = $1", [newest]);
    await expect(prune(Infinity)).rejects.toThrow(/was altered/);
    expect((await sequences())[0]).toBe(1);
    await exchange.database.pool.query('delete from snapshots where sequence = $1', [newest]);
    await exchange.database.pool.query('delete from snapshot_parts where sequence = $1', [newest]);
    await takeSnapshot(place());
  });

  test('the beginning is deleted up to the older snapshot once it is old enough and no full read runs, and a start still works', async () => {
    const [, older = 0] = await snapshots();
    expect(await prune(0)).toBe(0);
    const reading = await exchange.database.pool.connect();
    await reading.query('begin');
    await reading.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [wholeJournalLock]);
    expect(await prune(Infinity)).toBe(0);
    await reading.query('rollback');
    reading.release();
    const middle = Math.floor(older / 2);
    const [entry] = await journal.read(middle, 1);
    const [command] = decodeCommands(entry?.bytes ?? new Uint8Array(0));
    const gone = await prune(command?.time ?? 0);
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThanOrEqual(middle);
    const taken = await takeSnapshot({ ...place(), journalDays: 1 }, () => Date.now() + 2 * 86_400_000);
    expect(taken).toBeNull();
    await live();
    await takeSnapshot({ ...place(), journalDays: 1 }, () => Date.now() + 2 * 86_400_000);
    const [newest, kept = 0] = await snapshots();
    expect((await sequences())[0]).toBe(kept);
    expect(await start()).toMatchObject({ began: newest });
    expect((await start(kept)).stateHash).toBe((await start()).stateHash);
    await exchange.restart();
    const { records } = await start();
    const { items } = await anna.call(calls.trade.openOrders, { limit: 100 });
    const numbers = records.map(({ orderId }) => orderId).toSorted((one, other) => other - one);
    expect(numbers.slice(0, 100)).toEqual(items.map(({ id }) => Number(id)));
  });

  test('a start looks for snapshots again if newer ones replaced those it was reading', async () => {
    const [newest = 0, older = 0] = await snapshots();
    const { rows } = await exchange.database.pool.query<{ digest: Buffer }>(
      'select digest from snapshots where sequence = $1',
      [older],
    );
    await exchange.database.pool.query("update snapshots set digest = sha256('x') where sequence = $1", [older]);
    expect(await start(older)).toMatchObject({ began: newest, said: [expect.stringMatching(/was altered/)] });
    await exchange.database.pool.query('update snapshots set digest = $2 where sequence = $1', [
      older,
      rows[0]?.digest,
    ]);
  });

  test('a start without the journal’s beginning and without a sound snapshot fails instead of guessing', async () => {
    await exchange.database.pool.query("update snapshots set digest = sha256('x')");
    await expect(start()).rejects.toThrow(/The journal begins after entry \d+, and no snapshot is sound/);
  });
});
