import { assert } from '@fft/decimal';
import type { BatchEvents, RecordedPosting } from '../replica/batch-events.ts';
import { BinaryRows, type Value } from './binary-rows.ts';
import { bulkInsert } from './bulk-insert.ts';
import { copyBytes, type CopyColumns } from './copy-rows.ts';
import { fillColumns, fillValues, postingsOf } from './fill-rows.ts';
import { type LabelRows, labelRowsOf, writeLabelRows } from './label-rows.ts';
import { isOrderFreeze } from './order-freezes.ts';
import {
  changingColumns,
  changingValues,
  latestRows,
  orderColumns,
  orderRowsOf,
  type OrderRows,
} from './order-rows.ts';
import type { TableWrite } from './table-write.ts';
import { writeCandles } from './write-candles.ts';

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

const changed = changingColumns.map(([name]) => name).slice(2);

/** The range of ids leaves out the partitions that no change is for. None has an index of ids alone. */
const changeOrders = {
  name: 'project-changed-orders',
  text: `update orders set (${changed.join(', ')}) = row(${changed.map((name) => `later.${name}`).join(', ')})
    from unnest(${changingColumns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')}) as later (id, owner, ${changed.join(', ')})
    where orders.owner = later.owner and orders.id = later.id and orders.id between $${changingColumns.length + 1} and $${changingColumns.length + 2}`,
  width: changingColumns.length,
};

const orders = { table: 'orders', columns: orderColumns };
const fills = { table: 'fills', columns: fillColumns };
const postings = { table: 'postings', columns: postingColumns };

/**
 * A batch's rows, already in COPY format: a backlog may be large, and waiting objects would be moved and scanned by the garbage collector again and again. Candles are
 * made from the fills themselves.
 */
export interface BatchRows extends Pick<BatchEvents, 'sequence' | 'firstPlaced' | 'fills'> {
  readonly orderRows: OrderRows;
  readonly labelRows: LabelRows;
  readonly fillRows: Buffer;
  /** Postings that do not derive from a fill. */
  readonly postingRows: Buffer;
}

const fillRows = new BinaryRows(fillColumns.map(([, type]) => type));
const postingRows = new BinaryRows(postingColumns.map(([, type]) => type));

/** A fill's postings begin with its first `trade`; fills and postings come in the same order. What orders freeze and release gets no rows. */
export function rowsOfBatch(batch: BatchEvents): BatchRows {
  const { sequence, firstPlaced, orders, fills, postings } = batch;
  // Of a batch that could not be made.
  fillRows.clear();
  postingRows.clear();
  let filled = 0;
  for (let position = 0; position < postings.length;) {
    const posting = postings[position] as RecordedPosting;
    const fill = posting.reason === 'trade' ? fills[filled] : undefined;
    if (fill === undefined) {
      if (!isOrderFreeze(posting)) postingRows.add(postingValues(sequence, position, posting));
      position += 1;
    } else {
      fillRows.add(fillValues(sequence, position, { fill, postings }));
      filled += 1;
      position += postingsOf(fill);
    }
  }
  assert(filled === fills.length, 'a fill without postings');
  return {
    sequence,
    firstPlaced,
    fills,
    orderRows: orderRowsOf(orders),
    labelRows: labelRowsOf(batch),
    fillRows: fillRows.take(),
    postingRows: postingRows.take(),
  };
}

/** Builds the write of one or more batches onto tables positioned right before the first. */
export function writeBatches(batches: readonly BatchRows[], onto: number): TableWrite {
  // An order that changed in several batches is written once, in its last state.
  const latest = latestRows(batches.map(({ orderRows }) => orderRows));
  const added: Buffer[] = [];
  const existing: Buffer[] = [];
  const firstPlaced = Math.min(...batches.map((batch) => batch.firstPlaced));
  let [oldest, newest] = [Infinity, 0];
  for (const [id, row] of latest) {
    if (id >= firstPlaced) {
      added.push(row);
    } else {
      existing.push(row);
      oldest = Math.min(oldest, id);
      newest = Math.max(newest, id);
    }
  }
  return {
    onto,
    statements: [
      ...copyBytes(orders, added),
      ...bulkInsert(changeOrders, existing, changingValues).map((query) => ({
        ...query,
        values: [...query.values, oldest, newest],
      })),
      ...writeLabelRows(batches.map(({ labelRows }) => labelRows)),
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
    after: batches.at(-1)?.sequence ?? onto,
  };
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
