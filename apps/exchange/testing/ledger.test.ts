import type { StatementLine } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { createEngine, SystemOwner, type AccountKind } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import { randomStream } from '@fft/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStatement } from '../src/funds/balances/statement.ts';
import type { StatementQuery } from '../src/funds/balances/statement-rows.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { Directory } from '../src/ledger/listings/directory.ts';
import { isOrderFreeze } from '../src/ledger/projection/order-freezes.ts';
import { Projector } from '../src/ledger/projection/projector.ts';
import { BooksWindow } from '../src/ledger/reconciliation/books-window.ts';
import { compareWindow } from '../src/ledger/reconciliation/compare-window.ts';
import type { RecordedPosting } from '../src/ledger/replica/batch-events.ts';
import { EngineHost } from '../src/ledger/replica/engine-host.ts';

/** A posting with its place. */
interface Posted extends RecordedPosting {
  readonly sequence: number;
  readonly position: number;
}

const perEntry = 7;
const owners = [1000, 1001, 1002, 1003];

// One seed uses one market, the other three.
describe.each([14, 12])('after random commands (seed %i)', (seed) => {
  let database: TestDatabase;
  let projector: Projector;
  let fills = 0;
  const host = new EngineHost(new MemoryJournal(), createEngine);
  const posted: Posted[] = [];
  const window = new BooksWindow(0);

  beforeAll(async () => {
    database = await createTestDatabase();
    projector = new Projector({ pool: database.pool, onError: (error) => expect.unreachable(String(error)) });
    await projector.open();
    host.subscribe((batch) => {
      projector.add(batch);
      window.add(batch);
      const { sequence } = batch;
      fills += batch.fills.length;
      posted.push(...batch.postings.map((posting, position) => ({ ...posting, sequence, position })));
    });
    // No gateway would journal the others.
    const commands = randomStream(seed, 3_000).filter(({ time }) => Number.isSafeInteger(time));
    for (let from = 0; from < commands.length; from += perEntry) {
      host.apply({ sequence: host.sequence + 1, hash: new Uint8Array(32) }, commands.slice(from, from + perEntry));
    }
    await projector.reached(host.sequence);
  });
  afterAll(async () => {
    await projector.close();
    await database.close();
  });

  test('a comparison with the engine finds no difference', async () => {
    expect(await compareWindow(database.pool, window.take(host.engine), host.openRecord)).toEqual([]);
  });

  test('the ledger has every posting of the engine but what orders freeze, in order', async () => {
    expect(fills).toBeGreaterThan(100);
    const listed = posted.filter((posting) => !isOrderFreeze(posting));
    expect(listed.length).toBeLessThan(posted.length);
    const rows = await database.db.selectFrom('ledger').selectAll().orderBy('sequence').orderBy('position').execute();
    expect(rows).toHaveLength(listed.length);
    expect(rows).toEqual(
      listed.map((posting) => ({
        sequence: posting.sequence,
        position: posting.position,
        time: posting.time,
        owner: posting.owner,
        kind: posting.kind,
        asset: posting.asset,
        available_delta: posting.availableDelta,
        frozen_delta: posting.frozenDelta,
        available: isOfFill(posting) ? null : posting.available,
        frozen: isOfFill(posting) ? null : posting.frozen,
        balance: isIncome(posting) ? null : posting.available + posting.frozen,
        reason: posting.reason,
        order_id: posting.orderId,
        reference: posting.reference,
      })),
    );
  });

  test('no posting that follows from a fill has a row', async () => {
    const { rows } = await database.pool.query(
      "select from postings where reason in ('trade', 'fee') and order_id <> 0",
    );
    expect(rows).toHaveLength(0);
  });

  const middle = () => posted[Math.floor(posted.length / 2)]?.time ?? 0;
  const queries: [name: string, query: () => Omit<StatementQuery, 'limit'>][] = [
    ['whole', () => ({})],
    ['of a coin', () => ({ coin: 'BTC' })],
    ['of the coin that most is paid in', () => ({ coin: 'USDT' })],
    ['of trades', () => ({ type: 'trade' })],
    ['of fees in a coin', () => ({ type: 'fee', coin: 'BTC' })],
    ['of transfers', () => ({ type: 'transfer' })],
    ['from a time on', () => ({ from: middle() })],
    ['of a coin before a time', () => ({ to: middle(), coin: 'USDT' })],
  ];
  test.each(queries)('statements, %s: pages contain each line once and in order', async (_name, query) => {
    for (const owner of owners) {
      for (const kind of ['coin', 'fiat'] as const) {
        const expected = linesOf({ owner, kind }, query());
        expect(await pagesOf({ owner, kind }, { ...query(), limit: 2 + (owner % 3) * 20 })).toEqual(expected);
      }
    }
  });

  function linesOf(
    account: { owner: number; kind: AccountKind },
    { coin, type, from = 0, to = Infinity }: Partial<StatementQuery>,
  ) {
    const { assets } = host.engine;
    return posted
      .filter(({ owner, kind }) => owner === account.owner && kind === account.kind)
      .filter(({ reason }) => (type === undefined ? reason !== 'freeze' && reason !== 'release' : reason === type))
      .filter(({ asset, time }) => (coin === undefined || assets[asset]?.code === coin) && time >= from && time < to)
      .map((posting): Partial<StatementLine> => {
        const { code = '', decimals = 0 } = assets[posting.asset] ?? {};
        const amount = posting.availableDelta + posting.frozenDelta;
        return {
          id: `${posting.sequence}-${posting.position}`,
          coin: code,
          amount: formatDecimal(amount, decimals),
          fee: formatDecimal(posting.reason === 'fee' ? -amount : 0, decimals),
          balance: formatDecimal(posting.available + posting.frozen, decimals),
          time: posting.time,
          ref: posting.orderId === 0 ? posting.reference : String(posting.orderId),
        };
      })
      .toReversed();
  }

  async function pagesOf(account: { owner: number; kind: AccountKind }, query: StatementQuery) {
    const source = { db: database.db, host, projector, directory: new Directory(host.engine) };
    const lines: Partial<StatementLine>[] = [];
    let cursor: string | undefined;
    do {
      const page = await readStatement(source, account, { ...query, cursor });
      lines.push(...page.items.map(({ type: _type, state: _state, order: _order, ...line }) => line));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return lines;
  }
});

function isOfFill({ reason, orderId }: RecordedPosting): boolean {
  return (reason === 'trade' || reason === 'fee') && orderId !== 0;
}

/** True for a posting of the house's income from a fill. */
function isIncome(posting: RecordedPosting): boolean {
  return posting.owner === SystemOwner.house && isOfFill(posting);
}
