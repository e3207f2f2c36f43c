import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StatementLine } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../../room.ts';
import { withdrawalsUnderWay } from '../statement-under-way.ts';
import type { ArchiveStore } from '../../../platform/object-storage/archive-store.ts';
import { byteOrderMark, fileLine, headingLine } from '../statement-file.ts';
import { orderOf, type OrderRow } from '../statement-orders.ts';
import type { Line } from '../statement-rows.ts';
import type { StatementSource } from '../statement-source.ts';
import { flowRecord } from '../statement.ts';
import { taxLines } from '../../profit/tax-lines.ts';
import { gatherRows } from './export-rows.ts';
import type { ExportRow, Exports } from './exports.ts';

export interface RunningExport {
  readonly source: StatementSource;
  readonly exports: Exports;
  readonly db: Kysely<Tables>;
  readonly pool: Pool;
  readonly store: ArchiveStore | null;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** About half a megabyte each. */
const linesPerPart = 4_000;

/** A line as it was gathered, with its order's columns. */
type Gathered = Line & { readonly placed: number | null } & {
  readonly [Column in Exclude<keyof OrderRow, 'id'> as `order_${Column}`]: OrderRow[Column];
};

/** Writes an export's file. Its parts and the state `done` commit together, so no one reads a partial file. */
export async function runExport(row: ExportRow, options: RunningExport): Promise<void> {
  await options.source.projector.reachedFor(row.customer);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(options.folder, 'statement-'));
  try {
    const file = row.filter.report === 'lots' ? lotsFile : statementFile;
    await writeParts(row, file(row, folder, options), options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Yields the file's heading, and then its lines. */
async function* statementFile(
  row: ExportRow,
  folder: string,
  options: RunningExport,
): AsyncGenerator<string, undefined> {
  const { source, exports, pool, store, signal } = options;
  const { customer: owner, account: kind, filter, lang } = row;
  const asset = filter.coin === undefined ? null : (source.directory.assetId(filter.coin) ?? -1);
  const { type = null, from = null, to = null } = filter;
  const onProgress = (done: number, total: number) => exports.progress(row.id, done, total);
  const path = await gatherRows({ owner, kind, asset, type, from, to }, { pool, store, folder, signal, onProgress });
  yield byteOrderMark + headingLine(lang);
  for (const record of await withdrawalsUnderWay(source, { owner, kind }, { ...filter, limit: 0 }))
    yield fileLine(record, lang);
  for await (const text of createInterface({ input: createReadStream(path) }))
    yield fileLine(recordOf(source, kind, JSON.parse(text) as Gathered), lang);
}

/** The same of lots and gains. */
function lotsFile(row: ExportRow, folder: string, { source, exports, db, pool, store, signal }: RunningExport) {
  const onProgress = (done: number, total: number) => exports.progress(row.id, done, total);
  return taxLines(
    { owner: row.customer, lang: row.lang, ...row.filter },
    { db, directory: source.directory, pool, store, folder, signal, onProgress },
  );
}

async function writeParts(
  { id, attempts }: ExportRow,
  file: AsyncGenerator<string, undefined>,
  { db, signal, now }: RunningExport,
): Promise<void> {
  const heading = await file.next();
  await db.transaction().execute(async (transaction) => {
    let [csv, lines, parts] = [heading.value ?? '', 0, 0];
    const write = async (): Promise<void> => {
      signal.throwIfAborted();
      await transaction.insertInto('statement_export_parts').values({ export: id, number: parts, csv }).execute();
      parts += 1;
      csv = '';
    };
    for await (const line of file) {
      csv += line;
      lines += 1;
      if (lines % linesPerPart === 0) await write();
    }
    if (csv !== '') await write();
    const { numUpdatedRows } = await transaction
      .updateTable('statement_exports')
      .set({ state: 'done', lines, parts, updated: now() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('attempts', '=', attempts)
      .executeTakeFirst();
    // Another process took it for dead, and makes it too.
    if (numUpdatedRows !== 1n) throw new Error('the export was taken over');
  });
}

function recordOf({ directory }: StatementSource, kind: ExportRow['account'], row: Gathered): StatementLine {
  const order =
    row.placed === null
      ? undefined
      : orderOf(directory, {
          id: row.placed,
          market: row.order_market,
          side: row.order_side,
          type: row.order_type,
          price_ticks: row.order_price_ticks,
          stop_ticks: row.order_stop_ticks,
          filled_lots: row.order_filled_lots,
          filled_notional: row.order_filled_notional,
          fee: row.order_fee,
          state: row.order_state,
        });
  return flowRecord(directory, kind, row, order);
}
