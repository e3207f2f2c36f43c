import type { Database } from '../src/database/connection.ts';
import { keepAhead } from '../src/ledger/partitions/keep-ahead.ts';
import { executeWrite, readTablesPosition } from '../src/ledger/projection/table-write.ts';
import { rowsOfBatch, writeBatches } from '../src/ledger/projection/write-batches.ts';
import { MadeTrades } from './made-trades.ts';

/** First id of each month's orders: a partition has a million. */
const idsPerMonth = 1_000_000;

/** Writes months of made-up orders, fills and postings to an empty database, by the writer's own statements. Returns the start of the month after. */
export async function writeHistory(
  { pool }: Pick<Database, 'pool'>,
  {
    begins,
    months,
    ordersPerMonth = 200,
  }: { readonly begins: number; readonly months: number; readonly ordersPerMonth?: number },
): Promise<number> {
  const trades = new MadeTrades((order) => 1000 + (order % 7));
  const start = new Date(begins);
  const month = (index: number): number => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + index);
  for (let index = 0; index < months; index++) {
    trades.orders = Math.max(trades.orders, index * idsPerMonth);
    await keepAhead(pool, { period: 'month', now: month(index), onCut: () => undefined });
    const position = await readTablesPosition(pool);
    const batch = trades.next(month(index) + 1_000, ordersPerMonth);
    await executeWrite(pool, writeBatches([rowsOfBatch(batch)], position));
  }
  return month(months);
}
