import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { Valuation } from '../../assets/prices/valuation.ts';

export interface TurnoverOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly valuation: Valuation;
}

const usdtUnits = 1_000_000n;

/** Returns the volume that each customer, or one of them, bought and sold since a time, in whole USDT at current prices. A market without a price adds nothing. */
export async function readTurnovers(
  { db, directory, valuation }: TurnoverOptions,
  since: number,
  owner?: number,
): Promise<Map<number, number>> {
  // By one customer's fills, the statement's index is read.
  const isOf = (column: string) =>
    owner === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${owner}`;
  const { rows } = await sql<{ owner: number; market: number; notional: string }>`
    select owner, market, sum(notional)::text as notional from (
      select taker_owner as owner, market, notional from fills where time >= ${since}::bigint and ${isOf('taker_owner')}
      union all
      select maker_owner, market, notional from fills where time >= ${since}::bigint and ${isOf('maker_owner')}
    ) as sides group by owner, market`.execute(db);
  const units = new Map<number, bigint>();
  for (const { owner, market, notional } of rows) {
    const { quote } = directory.marketById(market);
    const worth = valuation.usdtUnits(quote.code, BigInt(notional)) ?? 0n;
    units.set(owner, (units.get(owner) ?? 0n) + worth);
  }
  return new Map([...units].map(([owner, sum]) => [owner, Number(sum / usdtUnits)]));
}
