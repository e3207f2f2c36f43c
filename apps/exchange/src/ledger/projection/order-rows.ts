import { columnTypeOf, conditions } from '../order-terms.ts';
import type { OrderRecord } from '../replica/order-record.ts';
import { BinaryRows, readRow, type Value } from './binary-rows.ts';
import type { CopyColumns } from './copy-rows.ts';
import type { PlaceOrder } from '@fft/engine';

/**
 * An order's words as one number, its column `choices` in compact tables. The view `listed_orders` (migration 0047) turns it back: a test holds both together. A new
 * word takes the next number or the next free bits; none changes its meaning.
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
  ['side', 'text'],
  ['type', 'text'],
  ['time_in_force', 'text'],
  ['post_only', 'boolean'],
  ['amount', 'bigint'],
  ['self_trade', 'text'],
  ['time', 'bigint'],
  ...conditions.map((term) => [term.column, columnTypeOf(term)] as const),
];

/** With an order's words as one number, instead of in columns of their own. */
export const compactOrderColumns: CopyColumns = [...orderColumns, ['choices', 'int']];

/** Rows of some orders, in COPY format. */
export interface OrderRows {
  readonly ids: readonly number[];
  /** Offsets at which the rows end. */
  readonly ends: readonly number[];
  readonly bytes: Buffer;
}

const wideRows = new BinaryRows(orderColumns.map(([, type]) => type));
const compactRows = new BinaryRows(compactOrderColumns.map(([, type]) => type));
const changingTypes = changingColumns.map(([, type]) => type);

/** @param isCompact true if rows have their words as one number, and nothing in place of a zero */
export function orderRowsOf(orders: readonly OrderRecord[], isCompact: boolean): OrderRows {
  const rows = isCompact ? compactRows : wideRows;
  rows.clear();
  const ends: number[] = [];
  for (const order of orders) {
    rows.add(isCompact ? compactValues(order) : orderValues(order));
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

function orderValues(order: OrderRecord): readonly Value[] {
  const { command } = order;
  return [
    order.orderId,
    command.owner,
    command.priceTicks,
    command.quantityLots,
    order.isWaiting,
    order.filledLots,
    order.filledNotional,
    order.fee,
    order.state,
    order.reason,
    order.updated,
    command.clientOrderId,
    command.market,
    command.side,
    command.orderType,
    command.timeInForce,
    command.postOnly,
    command.amount,
    command.selfTrade,
    order.time,
    ...conditions.map((term) => command[term.field] ?? (columnTypeOf(term) === 'text' ? null : 0)),
  ];
}

/** The same, without what says nothing. */
function compactValues(order: OrderRecord): readonly Value[] {
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
    null,
    null,
    null,
    null,
    command.amount || null,
    null,
    order.time,
    ...conditions.map(({ kind, field }) => (kind === 'choice' ? null : command[field] || null)),
    choicesOf(command),
  ];
}
