import type { OrderRecord } from '../replica/order-record.ts';
import { BinaryRows, readRow, type Value } from './binary-rows.ts';
import type { CopyColumns } from './copy-rows.ts';

/** An order's id and the columns that may change: an amend changes price and quantity; a triggered stop no longer waits. */
export const changingColumns: CopyColumns = [
  ['id', 'bigint'],
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
  ['owner', 'bigint'],
  ['client_order_id', 'text'],
  ['market', 'int'],
  ['side', 'text'],
  ['type', 'text'],
  ['time_in_force', 'text'],
  ['post_only', 'boolean'],
  ['amount', 'bigint'],
  ['stop_ticks', 'bigint'],
  ['stop_direction', 'text'],
  ['expires_at', 'bigint'],
  ['visible_lots', 'bigint'],
  ['other_leg', 'text'],
  ['self_trade', 'text'],
  ['time', 'bigint'],
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

function orderValues(order: OrderRecord): readonly Value[] {
  const { command } = order;
  return [
    order.orderId,
    command.priceTicks,
    command.quantityLots,
    order.isWaiting,
    order.filledLots,
    order.filledNotional,
    order.fee,
    order.state,
    order.reason,
    order.updated,
    command.owner,
    command.clientOrderId,
    command.market,
    command.side,
    command.orderType,
    command.timeInForce,
    command.postOnly,
    command.amount,
    command.stopTicks ?? 0,
    command.stopDirection ?? null,
    command.expiresAt ?? 0,
    command.visibleLots ?? 0,
    command.otherLeg ?? null,
    command.selfTrade,
    order.time,
  ];
}
