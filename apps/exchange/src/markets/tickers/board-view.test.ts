import type { Fill } from '@fft/engine';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { Projector } from '../../ledger/projection/projector.ts';
import type { BatchEvents, RecordedPosting } from '../../ledger/replica/batch-events.ts';
import { createLifecycle } from '../../platform/lifecycle.ts';
import { createBoardView } from './board-view.ts';
import { MarketBoard } from './market-board.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const time = 1_700_000_000_000;

/** A posting of any value; each fill has four. */
const posting: RecordedPosting = {
  owner: 1000,
  kind: 'coin',
  asset: 0,
  availableDelta: 0,
  frozenDelta: 0,
  available: 0,
  frozen: 0,
  reason: 'trade',
  orderId: 1,
  time,
  reference: '',
};

function trade(sequence: number, priceTicks: number): BatchEvents {
  const fill: Fill = {
    market: 0,
    tradeNumber: sequence,
    time: time + sequence,
    takerSide: 'buy',
    priceTicks,
    quantityLots: 2,
    notional: priceTicks * 2,
    takerOrder: sequence * 2,
    takerOwner: 1000,
    takerFee: 0,
    makerOrder: sequence * 2 + 1,
    makerOwner: 1001,
    makerFee: 0,
  };
  const postings = [posting, posting, posting, posting];
  return {
    sequence,
    outcomes: [],
    firstPlaced: Infinity,
    orders: [],
    fills: [fill],
    postings,
    levels: new Map(),
    marketStates: new Set(),
  };
}

test('a board that fails on a batch is rebuilt from the tables, with the batches received since', async () => {
  const lifecycle = createLifecycle({});
  const projector = new Projector({ pool: database.pool, onError: (error) => expect.unreachable(String(error)) });
  await projector.open();
  const board = new MarketBoard();
  const { candles } = board;
  const noted: unknown[] = [];
  const incidents = { note: (_part: string, error: unknown) => noted.push(error) };
  const kept = createBoardView({ db: database.db, board, projector, incidents, now: () => time + 1_000, lifecycle });
  const apply = (batch: BatchEvents): void => {
    projector.add(batch);
    try {
      kept.add(batch);
    } catch {
      kept.recover?.(batch);
    }
  };
  apply(trade(1, 100));
  vi.spyOn(board, 'addToTape').mockImplementationOnce(() => {
    throw new Error('no');
  });
  apply(trade(2, 200));
  apply(trade(3, 50));
  // The tables have the batch, and the board takes it from there.
  await expect.poll(() => board.trades(0).map(({ tradeNumber }) => tradeNumber)).toEqual([3, 2, 1]);
  apply(trade(4, 70));
  expect(board.day(0, time + 1_000)).toMatchObject({ lastTicks: 70, highTicks: 200, lowTicks: 50, volumeLots: 8n });
  expect(candles.latest(0, '1h')?.running).toMatchObject({ openTicks: 100, closeTicks: 70, trades: 4 });
  expect(noted).toEqual([]);
  await projector.close();
});
