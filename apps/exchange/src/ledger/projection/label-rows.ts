import type { BatchEvents } from '../replica/batch-events.ts';
import type { OrderRecord } from '../replica/order-record.ts';
import { nameOfOrder } from '../replica/order-record.ts';
import { bulkInsert, bulkInsertText, type Column, type Query } from './bulk-insert.ts';

type Row = readonly (number | string | null)[];

/** Rows of the few orders that have labels or were amended. */
export interface LabelRows {
  /** By owner and order id, as the entry left them. */
  readonly labels: readonly Row[];
  readonly amendments: readonly Row[];
}

const labelColumns: readonly Column[] = [
  ['owner', 'bigint'],
  ['order_id', 'bigint'],
  ['renamed', 'text'],
  ['list_client_order_id', 'text'],
  ['strategy_id', 'bigint'],
  ['strategy_type', 'bigint'],
  ['triggered', 'bigint'],
];

const amendmentColumns: readonly Column[] = [
  ['owner', 'bigint'],
  ['order_id', 'bigint'],
  ['sequence', 'bigint'],
  ['position', 'int'],
  ['name_before', 'text'],
  ['name', 'text'],
  ['lots_before', 'bigint'],
  ['lots', 'bigint'],
  ['time', 'bigint'],
];

const writeLabels = {
  name: 'project-order-labels',
  text: bulkInsertText(
    'order_labels',
    labelColumns,
    'on conflict (owner, order_id) do update set renamed = excluded.renamed, triggered = excluded.triggered',
  ),
  width: labelColumns.length,
};

const writeAmendments = {
  name: 'project-order-amendments',
  text: bulkInsertText('order_amendments', amendmentColumns),
  width: amendmentColumns.length,
};

const none: LabelRows = { labels: [], amendments: [] };

/** The rows of one entry. */
export function labelRowsOf({ sequence, orders, ownEvents = [] }: BatchEvents): LabelRows {
  const labels = orders.filter(hasLabels).map(labelsOf);
  const amendments = ownEvents.length === 0 ? [] : amendmentsOf(sequence, ownEvents);
  return labels.length + amendments.length === 0 ? none : { labels, amendments };
}

/** Builds the writes of several entries, in their order. */
export function writeLabelRows(some: readonly LabelRows[]): readonly Query[] {
  // A statement may write a row once.
  const latest = new Map(some.flatMap(({ labels }) => labels).map((row) => [`${row[0]} ${row[1]}`, row]));
  return [
    ...bulkInsert(writeLabels, [...latest.values()], (row) => row),
    ...bulkInsert(
      writeAmendments,
      some.flatMap(({ amendments }) => amendments),
      (row) => row,
    ),
  ];
}

function hasLabels({ renamed, triggered, command }: OrderRecord): boolean {
  const { listClientOrderId, strategyId, strategyType } = command;
  return (renamed ?? triggered ?? listClientOrderId ?? strategyId ?? strategyType) !== undefined;
}

function labelsOf({ orderId, renamed, triggered, command }: OrderRecord): Row {
  const { owner, listClientOrderId, strategyId, strategyType } = command;
  const labels = [renamed, listClientOrderId, strategyId, strategyType, triggered];
  return [owner, orderId, ...labels.map((label) => label ?? null)];
}

function amendmentsOf(sequence: number, events: NonNullable<BatchEvents['ownEvents']>): readonly Row[] {
  const places = new Map<number, number>();
  const rows: Row[] = [];
  for (const event of events) {
    if (event.kind === 'posted') continue;
    const { owner, order, time, before } = event;
    const position = places.get(owner) ?? 0;
    places.set(owner, position + 1);
    if (event.kind !== 'amended' || before === undefined) continue;
    const { orderId, command } = order;
    const names = [before.name, nameOfOrder(order)];
    rows.push([owner, orderId, sequence, position, ...names, before.quantityLots, command.quantityLots, time]);
  }
  return rows;
}
