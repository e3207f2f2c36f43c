import type { AccountKind } from '@fft/engine';
import { sql, type RawBuilder } from 'kysely';

/** An asset's balance, or a movement of it, at a time. */
export interface Amount {
  readonly asset: number;
  readonly at: number;
  readonly units: number;
}

interface Accounts {
  readonly owner: number;
  readonly accounts: readonly { readonly kind: AccountKind; readonly asset: number }[];
}

interface BalancesQuery extends Accounts {
  /** Every market, once for its base and once for its quote. */
  readonly sides: readonly { readonly market: number; readonly asset: number }[];
  readonly times: readonly number[];
}

export interface MovementsQuery extends Accounts {
  readonly since: number;
  /** Movements within one interval are summed, and priced at its end. */
  readonly intervalMs: number;
}

/** Selects each account's balance, available and frozen, before each of the times; no row before its first posting. The last posting has it, or the last trade in one of its markets; if both are archived, the opening balance. */
export function balancesQuery({ owner, accounts, sides, times }: BalancesQuery): RawBuilder<Amount> {
  const lastTrade = (side: 'taker' | 'maker') => sql`
    select last.* from unnest(${sides.map(({ market }) => market)}::int[], ${sides.map(({ asset }) => asset)}::int[]) as traded (market, asset)
    cross join lateral (
      select time, sequence, position, case when base = held.asset then ${sql.ref(`${side}_base`)} else ${sql.ref(`${side}_quote`)} end as units from fills
      where ${sql.ref(`${side}_owner`)} = ${owner} and market = traded.market and time < moment.at
      order by time desc, sequence desc, position desc limit 1
    ) as last
    where held.kind = 'coin' and traded.asset = held.asset`;
  return sql<Amount>`
    select held.asset, moment.at, last.units
    from unnest(${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ asset }) => asset)}::int[]) as held (kind, asset)
    cross join unnest(${times}::bigint[]) as moment (at)
    cross join lateral (
      select units from (
        ${lastPosting(owner, 'coin')} union all ${lastPosting(owner, 'fiat')}
        union all ${lastTrade('taker')} union all ${lastTrade('maker')}
        union all (
          select time, sequence, position, balance as units from archived_balances
          where owner = ${owner} and kind = held.kind and asset = held.asset and time < moment.at
        )
      ) as candidates
      order by time desc, sequence desc, position desc limit 1
    ) as last`;
}

/** Conditions of a partial index must be literals: with the kind as a column, the query reads every row of the table for each account and time. */
const movesBalance = (owner: number, kind: AccountKind) =>
  sql`owner >= 1000 and owner = ${owner} and kind = ${sql.lit(kind)} and reason not in ('freeze', 'release')`;

function lastPosting(owner: number, kind: AccountKind): RawBuilder<unknown> {
  return sql`(
    select time, sequence, position, available + frozen as units from postings
    where held.kind = ${sql.lit(kind)} and ${movesBalance(owner, kind)} and asset = held.asset and time < moment.at
    order by time desc, sequence desc, position desc limit 1)`;
}

/** Selects what came in and went out since a time; transfers between a customer's own accounts are neither. */
export function movedQuery({ owner, accounts, since, intervalMs }: MovementsQuery): RawBuilder<Amount> {
  const movedIn = (kind: AccountKind) => {
    const assets = accounts.filter((held) => held.kind === kind).map(({ asset }) => asset);
    return sql`
      select asset, time / ${intervalMs}::bigint as stretch, available_delta + frozen_delta as units from postings
      where ${movesBalance(owner, kind)} and asset = any(${assets}::int[]) and time >= ${since}
        and reason not in ('trade', 'fee', 'transfer')`;
  };
  return sql<Amount>`
    select asset, (stretch + 1) * ${intervalMs}::bigint - 1 as at, sum(units)::bigint as units
    from (${movedIn('coin')} union all ${movedIn('fiat')}) as moved
    group by asset, stretch, units > 0`;
}
