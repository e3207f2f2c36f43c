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

/** Orders with every side, type and time in force, and orders with each number that most orders lack. */
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
  commands.push({ amount: 7 }, { expiresAt: 8 }, { visibleLots: 9 }, { otherLeg: 'other' });
  return commands.map((command, index) => {
    const id = index + 1;
    const order = newOrderRecord(id, { ...placed({ owner: 1_000, side: 'buy', time: 1, id }), ...command }, 1);
    const [filled, partly] = [id % 3 === 0, id % 3 === 1];
    const filledLots = filled ? order.command.quantityLots : partly ? 1 : 0;
    return { ...order, isWaiting: id % 5 === 0, filledLots, ...(filled && { state: 'filled' }) };
  });
}

const write = async (orders: readonly OrderRecord[]): Promise<void> => {
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
  await executeWrite(database.pool, writeBatches([rowsOfBatch(batch)], position));
};

test('orders are read as they were placed, and as they changed', async () => {
  const orders = variousOrders();
  await write(orders);
  const list = async (): Promise<OrderRecord[]> =>
    (await database.db.selectFrom('listed_orders').selectAll().orderBy('id').execute()).map(orderOfRow);
  expect(await list()).toEqual(orders);

  const changed = orders.map((order): OrderRecord => ({
    ...order,
    isWaiting: !order.isWaiting,
    state: 'cancelled',
    reason: 'byOwner',
    updated: 2,
  }));
  await write(changed);
  expect(await list()).toEqual(changed);
});
