import { assert } from '@fft/decimal';
import type { BatchEvents, RecordedPosting } from '../trading/batch-events.ts';
import type { OrderRecord } from '../trading/order-record.ts';
import { BinaryRows, type Value } from './binary-rows.ts';
import { bulkInsert, type Column } from './bulk-insert.ts';
import { copyBytes, copyRows, type CopyColumns } from './copy-rows.ts';
import { fillColumns, fillValues, postingsOf } from './fill-rows.ts';
import type { Standing, TableWrite } from './table-write.ts';
import { writeCandles } from './write-candles.ts';

const orderColumns: CopyColumns = [
  ['id', 'bigint'],
  ['owner', 'bigint'],
  ['client_order_id', 'text'],
  ['market', 'int'],
  ['side', 'text'],
  ['type', 'text'],
  ['time_in_force', 'text'],
  ['post_only', 'boolean'],
  ['price_ticks', 'bigint'],
  ['quantity_lots', 'bigint'],
  ['amount', 'bigint'],
  ['stop_ticks', 'bigint'],
  ['stop_direction', 'text'],
  ['is_waiting', 'boolean'],
  ['expires_at', 'bigint'],
  ['visible_lots', 'bigint'],
  ['other_leg', 'text'],
  ['self_trade', 'text'],
  ['filled_lots', 'bigint'],
  ['filled_notional', 'bigint'],
  ['fee', 'bigint'],
  ['state', 'text'],
  ['reason', 'text'],
  ['time', 'bigint'],
  ['updated', 'bigint'],
];

const postingColumns: CopyColumns = [
  ['sequence', 'bigint'],
  ['position', 'int'],
  ['time', 'bigint'],
  ['owner', 'bigint'],
  ['kind', 'text'],
  ['asset', 'int'],
  ['available_delta', 'bigint'],
  ['frozen_delta', 'bigint'],
  ['available', 'bigint'],
  ['frozen', 'bigint'],
  ['reason', 'text'],
  ['order_id', 'bigint'],
  ['reference', 'text'],
];

// An amended order has another price or quantity; a stop that was triggered doesn't wait any more.
const changing: readonly Column[] = [
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
const changed = changing.map(([name]) => name).join(', ');
const changeOrders = {
  name: 'project-changed-orders',
  text: `update orders set (${changed}) = row(${changing.map(([name]) => `later.${name}`).join(', ')})
    from unnest($1::bigint[], ${changing.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')}) as later (id, ${changed})
    where orders.id = later.id`,
  width: changing.length + 1,
};

const orders = { table: 'orders', columns: orderColumns };
const fills = { table: 'fills', columns: fillColumns };
const postings = { table: 'postings', columns: postingColumns };

/**
 * What a batch writes into the tables. Its fills and postings, which are most of it, are in PostgreSQL's form already: much may wait, and objects that wait are moved
 * from one part of the memory to the next, and looked at again and again.
 */
export interface BatchRows extends Pick<BatchEvents, 'sequence' | 'orders' | 'fills'> {
  readonly fillRows: Buffer;
  /** Those that no fill tells. */
  readonly postingRows: Buffer;
}

const fillRows = new BinaryRows(fillColumns.map(([, type]) => type));
const postingRows = new BinaryRows(postingColumns.map(([, type]) => type));

/** The postings of a fill begin with its first `trade`; the fills and these come in one order. */
export function rowsOfBatch({ sequence, orders, fills, postings }: BatchEvents): BatchRows {
  let fillsTold = 0;
  for (let position = 0; position < postings.length;) {
    const posting = postings[position] as RecordedPosting;
    const fill = posting.reason === 'trade' ? fills[fillsTold] : undefined;
    if (fill === undefined) {
      postingRows.add(postingValues(sequence, position, posting));
      position += 1;
    } else {
      fillRows.add(fillValues(sequence, position, { fill, postings }));
      fillsTold += 1;
      position += postingsOf(fill);
    }
  }
  assert(fillsTold === fills.length, 'a fill without postings');
  return { sequence, orders, fills, fillRows: fillRows.take(), postingRows: postingRows.take() };
}

/** What writes the rows of some batches, at least one, into tables that stand right before the first. */
export function writeBatches(batches: readonly BatchRows[], onto: Standing): TableWrite {
  // An order that changed in several of the batches is written once, as it stood last.
  const latest = new Map<number, OrderRecord>();
  for (const batch of batches) for (const order of batch.orders) latest.set(order.orderId, order);
  const { added = [], standing = [] } = Object.groupBy(latest.values(), ({ orderId }) =>
    orderId > onto.newestOrder ? 'added' : 'standing',
  );
  return {
    onto,
    statements: [
      ...copyRows(orders, added, orderValues),
      ...bulkInsert(changeOrders, standing, changedValues),
      ...copyBytes(
        fills,
        batches.map((batch) => batch.fillRows),
      ),
      ...writeCandles(batches.flatMap((batch) => batch.fills)),
      ...copyBytes(
        postings,
        batches.map((batch) => batch.postingRows),
      ),
    ],
    after: {
      sequence: batches.at(-1)?.sequence ?? onto.sequence,
      newestOrder: added.reduce((newest, { orderId }) => Math.max(newest, orderId), onto.newestOrder),
    },
  };
}

function changedValues(order: OrderRecord): readonly Value[] {
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
  ];
}

function orderValues(order: OrderRecord): readonly Value[] {
  const { command } = order;
  return [
    order.orderId,
    command.owner,
    command.clientOrderId,
    command.market,
    command.side,
    command.orderType,
    command.timeInForce,
    command.postOnly,
    command.priceTicks,
    command.quantityLots,
    command.amount,
    command.stopTicks ?? 0,
    command.stopDirection ?? null,
    order.isWaiting,
    command.expiresAt ?? 0,
    command.visibleLots ?? 0,
    command.otherLeg ?? null,
    command.selfTrade,
    order.filledLots,
    order.filledNotional,
    order.fee,
    order.state,
    order.reason,
    order.time,
    order.updated,
  ];
}

function postingValues(sequence: number, position: number, posting: RecordedPosting): readonly Value[] {
  return [
    sequence,
    position,
    posting.time,
    posting.owner,
    posting.kind,
    posting.asset,
    posting.availableDelta,
    posting.frozenDelta,
    posting.available,
    posting.frozen,
    posting.reason,
    posting.orderId,
    posting.reference,
  ];
}
