import type { Fill } from '@fft/engine';
import type { PoolClient } from 'pg';
import type { BatchEvents, RecordedPosting } from '../trading/batch-events.ts';
import type { OrderRecord } from '../trading/order-record.ts';
import { bulkInsert, bulkInsertText, type Column } from './bulk-insert.ts';
import { writeCandles } from './write-candles.ts';

const orderColumns: readonly Column[] = [
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
  ['filled_lots', 'bigint'],
  ['filled_notional', 'bigint'],
  ['fee', 'bigint'],
  ['state', 'text'],
  ['reason', 'text'],
  ['time', 'bigint'],
  ['updated', 'bigint'],
];

const fillColumns: readonly Column[] = [
  ['market', 'int'],
  ['trade_number', 'bigint'],
  ['time', 'bigint'],
  ['taker_side', 'text'],
  ['price_ticks', 'bigint'],
  ['quantity_lots', 'bigint'],
  ['notional', 'bigint'],
  ['taker_order', 'bigint'],
  ['taker_owner', 'bigint'],
  ['taker_fee', 'bigint'],
  ['maker_order', 'bigint'],
  ['maker_owner', 'bigint'],
  ['maker_fee', 'bigint'],
];

const postingColumns: readonly Column[] = [
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

const statement = (table: string, columns: readonly Column[], conflict?: string) => ({
  name: `project-${table}`,
  text: bulkInsertText(table, columns, conflict),
  width: columns.length,
});

// An amended order has another price or quantity.
const changing = [
  'price_ticks',
  'quantity_lots',
  'filled_lots',
  'filled_notional',
  'fee',
  'state',
  'reason',
  'updated',
];
const orders = statement(
  'orders',
  orderColumns,
  `on conflict (id) do update set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
);
const fills = statement('fills', fillColumns);
const postings = statement('postings', postingColumns);

/** Writes the rows of some batches, in the caller's transaction. */
export async function writeBatches(client: PoolClient, batches: readonly BatchEvents[]): Promise<void> {
  // An order that changed in several of the batches is written once, as it stood last.
  const latest = new Map<number, OrderRecord>();
  for (const batch of batches) for (const order of batch.orders) latest.set(order.orderId, order);
  await bulkInsert(client, orders, [...latest.values()], orderValues);
  const newFills = batches.flatMap((batch) => batch.fills);
  await bulkInsert(client, fills, newFills, fillValues);
  await writeCandles(client, newFills);
  await bulkInsert(
    client,
    postings,
    batches.flatMap(({ sequence, postings }) => postings.map((posting, position) => ({ sequence, position, posting }))),
    ({ sequence, position, posting }) => [sequence, position, ...postingValues(posting)],
  );
}

function orderValues({ orderId, command, ...totals }: OrderRecord): readonly unknown[] {
  return [
    orderId,
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
    totals.filledLots,
    totals.filledNotional,
    totals.fee,
    totals.state,
    totals.reason,
    totals.time,
    totals.updated,
  ];
}

function fillValues(fill: Fill): readonly unknown[] {
  return [
    fill.market,
    fill.tradeNumber,
    fill.time,
    fill.takerSide,
    fill.priceTicks,
    fill.quantityLots,
    fill.notional,
    fill.takerOrder,
    fill.takerOwner,
    fill.takerFee,
    fill.makerOrder,
    fill.makerOwner,
    fill.makerFee,
  ];
}

function postingValues(posting: RecordedPosting): readonly unknown[] {
  return [
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
