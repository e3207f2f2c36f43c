import { columnTypeOf, conditions } from '../order-terms.ts';
import type { OrderRecord } from '../replica/order-record.ts';
import { BinaryRows, readRow, type Value } from './binary-rows.ts';
import type { CopyColumns } from './copy-rows.ts';
import type { PlaceOrder } from '@fft/engine';

/**
 * An order's words as one number, its column `choices`. The view `listed_orders` turns it back: a test holds both together. A new word takes the next number or the
 * next free bits; none changes its meaning.
 */
function choicesOf(command: PlaceOrder): number {
  const { side, orderType, timeInForce, postOnly, selfTrade, stopDirection } = command;
  return (
    (side === 'buy' ? 1 : 0) |
    (orderType === 'market' ? 1 << 1 : 0) |
    (timesInForce[timeInForce] << 2) |
    (postOnly ? 1 << 4 : 0) |
    (selfTrades[selfTrade] << 5) |
    ((stopDirection === undefined ? 0 : stopDirections[stopDirection]) << 7)
  );
}

const timesInForce: Readonly<Record<PlaceOrder['timeInForce'], number>> = { GTC: 0, IOC: 1, FOK: 2 };
const selfTrades: Readonly<Record<PlaceOrder['selfTrade'], number>> = {
  cancelNewest: 0,
  cancelOldest: 1,
  cancelBoth: 2,
};
const stopDirections: Readonly<Record<NonNullable<PlaceOrder['stopDirection']>, number>> = { rising: 1, falling: 2 };

/** Those that are no words. */
const conditionsInColumns = conditions.filter(({ kind }) => kind !== 'choice');

/** An order's key and the columns that may change: an amend changes price and quantity; a triggered stop no longer waits. */
export const changingColumns: CopyColumns = [
  ['id', 'bigint'],
  ['owner', 'bigint'],
  ['price_ticks', 'bigint'],
  ['quantity_lots', 'bigint'],
  ['is_waiting', 'boolean'],
  ['filled_lots', 'bigint'],
  ['filled_notional', 'bigint'],
  ['fee', 'bigint'],
  ['state', 'text'],
  ['reason', 'text'],
  ['updated', 'bigint'],
];

export const orderColumns: CopyColumns = [
  ...changingColumns,
  ['client_order_id', 'text'],
  ['market', 'int'],
  ['choices', 'int'],
  ['amount', 'bigint'],
  ['time', 'bigint'],
  ...conditionsInColumns.map((term) => [term.column, columnTypeOf(term)] as const),
];

/** Rows of some orders, in COPY format. */
export interface OrderRows {
  readonly ids: readonly number[];
  /** Offsets at which the rows end. */
  readonly ends: readonly number[];
  readonly bytes: Buffer;
}

const rows = new BinaryRows(orderColumns.map(([, type]) => type));
const changingTypes = changingColumns.map(([, type]) => type);

export function orderRowsOf(orders: readonly OrderRecord[]): OrderRows {
  rows.clear();
  const ends: number[] = [];
  for (const order of orders) {
    rows.add(orderValues(order));
    ends.push(rows.length);
  }
  return { ids: orders.map(({ orderId }) => orderId), ends, bytes: rows.take() };
}

/** The last row of each order. */
export function latestRows(some: readonly OrderRows[]): ReadonlyMap<number, Buffer> {
  const latest = new Map<number, Buffer>();
  for (const { ids, ends, bytes } of some) {
    let start = 0;
    for (const [index, id] of ids.entries()) {
      const end = ends[index] ?? start;
      latest.set(id, bytes.subarray(start, end));
      start = end;
    }
  }
  return latest;
}

/** Reads the values of {@link changingColumns} from a row. */
export function changingValues(row: Buffer): readonly Value[] {
  return readRow(row, changingTypes);
}

/** Null stands for a zero, a false and what most orders have: such a value takes no bytes. */
function orderValues(order: OrderRecord): readonly Value[] {
  const { command } = order;
  return [
    order.orderId,
    command.owner,
    command.priceTicks,
    command.quantityLots,
    order.isWaiting || null,
    order.filledLots === command.quantityLots ? null : order.filledLots,
    order.filledNotional,
    order.fee,
    order.state === 'filled' ? null : order.state,
    order.reason,
    order.updated === order.time ? null : order.updated,
    command.clientOrderId,
    command.market,
    choicesOf(command),
    command.amount || null,
    order.time,
    ...conditionsInColumns.map(({ field }) => command[field] || null),
  ];
}
