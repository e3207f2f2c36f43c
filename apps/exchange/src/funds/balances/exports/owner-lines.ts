import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { literal } from '../../../ledger/archive/duckdb.ts';
import { fillLines } from '../../../ledger/archive/fill-lines.ts';

/** How lines and orders pass between both databases. */
export const csvForm = `header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '\\N', allow_quoted_nulls = false`;

/** Selects an owner's lines from PostgreSQL's tables. Conditions on their time, which name the column `time`, let it skip partitions. */
export function linesInTables(owner: number, times: readonly string[]): string {
  const fillsOf = (side: 'taker' | 'maker', also = ''): string =>
    `select fills as entry from fills where ${[`${side}_owner = ${owner}`, ...times].join(' and ')}${also}`;
  const postings = ['owner >= 1000', `owner = ${owner}`, ...times].join(' and ');
  return `
    select sequence, position, time, kind, asset, available_delta + frozen_delta as amount, available + frozen as balance, reason, order_id, reference
    from postings where ${postings}
    union all
    select (entry).sequence, (entry).position + line.place, (entry).time, 'coin', line.asset, line.available_delta + line.frozen_delta, line.balance, line.reason, line.order_id, ''
    from (${fillsOf('taker')} union all ${fillsOf('maker', ` and taker_owner <> ${owner}`)}) as found
    cross join lateral postings_of_fill(entry) as line where line.owner = ${owner}`;
}

/** Selects an owner's lines from an archive file of fills or postings, in DuckDB. */
export function linesInFile(owner: number, table: 'fills' | 'postings', path: string): string {
  const source = `read_parquet(${literal(path)})`;
  const lines =
    table === 'fills'
      ? fillLines(`(select * from ${source} where taker_owner = ${owner} or maker_owner = ${owner})`)
      : `select *, available + frozen as balance from ${source}`;
  return `select *, available_delta + frozen_delta as amount from (${lines}) where owner = ${owner}`;
}

/** Copies what PostgreSQL selects to a file. */
export async function copyOut(client: PoolClient, path: string, query: string): Promise<void> {
  const copying = client.query(copyTo(`copy (${query}) to stdout (format csv, null '\\N')`));
  await pipeline(copying, createWriteStream(path, { mode: 0o600 }));
}
