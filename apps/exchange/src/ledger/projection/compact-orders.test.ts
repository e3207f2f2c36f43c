import type { PlaceOrder } from '@fft/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placed } from '../../../testing/made-trades.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { orderOfRow } from '../../orders/find-order.ts';
import { newOrderRecord, type OrderRecord } from '../replica/order-record.ts';
import { rowsOfBatch, writeBatches } from './write-batches.ts';
import { executeWrite, readTablesPosition } from './table-write.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Orders of all words, and with each of the numbers that most orders don't have. */
function variousOrders(): OrderRecord[] {
  const commands: Partial<PlaceOrder>[] = [];
  for (const side of ['buy', 'sell'] as const)
    for (const orderType of ['limit', 'market'] as const)
      for (const timeInForce of ['GTC', 'IOC', 'FOK'] as const)
        for (const postOnly of [false, true])
          for (const selfTrade of ['cancelNewest', 'cancelOldest', 'cancelBoth'] as const)
            for (const stop of [
              {},
              { stopTicks: 5, stopDirection: 'rising' },
              { stopTicks: 6, stopDirection: 'falling' },
            ] as const)
              commands.push({ side, orderType, timeInForce, postOnly, selfTrade, ...stop });
  for (const distance of [{ trailTicks: 5 }, { trailBps: 9999 }])
    for (const begin of [{}, { activationTicks: 7 }]) commands.push({ ...distance, ...begin });
  commands.push({ takeProfitTicks: 9 }, { stopLossTicks: 5 });
  commands.push({ takeProfitTicks: 9, stopLossTicks: 5, stopLossLimitTicks: 4 });
  commands.push({ amount: 7 }, { expiresAt: 8 }, { goodAfter: 9 }, { visibleLots: 9 }, { otherLeg: 'other' });
  return commands.map((command, index) => {
    const id = index + 1;
    const order = newOrderRecord(id, { ...placed({ owner: 1_000, side: 'buy', time: 1, id }), ...command }, 1);
    const [filled, partly] = [id % 3 === 0, id % 3 === 1];
    const filledLots = filled ? order.command.quantityLots : partly ? 1 : 0;
    return { ...order, isWaiting: id % 5 === 0, filledLots, ...(filled && { state: 'filled' }) };
  });
}

const write = async (orders: readonly OrderRecord[], isCompact: boolean): Promise<void> => {
  const position = await readTablesPosition(database.pool);
  const sequence = position + 1;
  const batch = {
    sequence,
    outcomes: [],
    firstPlaced: orders.find(({ updated }) => updated === 1)?.orderId ?? Infinity,
    orders,
    fills: [],
    postings: [],
    levels: new Map(),
    marketStates: new Set<number>(),
  };
  await executeWrite(database.pool, writeBatches([rowsOfBatch(batch, isCompact)], position));
};

test('orders of either form are read as they were placed, and as they changed', async () => {
  const compact = variousOrders();
  const wide = variousOrders().map((order) => ({ ...order, orderId: order.orderId + 1_000 }));
  await write(compact, true);
  await write(wide, false);
  const list = async (): Promise<OrderRecord[]> =>
    (await database.db.selectFrom('listed_orders').selectAll().orderBy('id').execute()).map(orderOfRow);
  expect(await list()).toEqual([...compact, ...wide]);

  const changed = [...compact, ...wide].map((order): OrderRecord => ({
    ...order,
    isWaiting: !order.isWaiting,
    state: 'cancelled',
    reason: 'byOwner',
    updated: 2,
  }));
  await write(changed, true);
  expect(await list()).toEqual(changed);
});

test.each([
  ['trail 50', 0, { trailTicks: 50 }],
  ['trail 300 bps', 7, { trailBps: 300, activationTicks: 7 }],
  ['bracket 110 95 0', 0, { takeProfitTicks: 110, stopLossTicks: 95 }],
])('a row that has %s as words, as version 3.3 wrote it, is read as it was placed', async (words, ticks, terms) => {
  const command = placed({ owner: 1_001, side: 'buy', time: 1, id: 5_000 });
  await write([newOrderRecord(5_000, command, 1)], true);
  await database.pool.query('update orders set stop_direction = $1, stop_ticks = $2 where id = 5000', [words, ticks]);
  const row = await database.db
    .selectFrom('listed_orders')
    .selectAll()
    .where('id', '=', 5_000)
    .executeTakeFirstOrThrow();
  expect(orderOfRow(row).command).toEqual({ ...command, ...terms });
  await database.pool.query('delete from orders where id = 5000');
});

test('a compact row takes at least 60 bytes less than a wide one', async () => {
  const { rows } = await database.pool.query<{ bytes: number }>(
    'select pg_column_size(orders)::int as bytes from orders where id in (1, 1001) order by id',
  );
  const [compact = 0, wide = 0] = rows.map(({ bytes }) => bytes);
  expect(compact).toBeGreaterThan(0);
  expect(compact).toBeLessThanOrEqual(wide - 60);
});
