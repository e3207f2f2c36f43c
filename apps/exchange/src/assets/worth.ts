import type { calls } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { AccountKind } from '@fft/engine';
import { sql } from 'kysely';
import type { Handler } from '../http/route.ts';
import { readPrices } from '../market-data/price-history.ts';
import { formatUsdt, type TicksOf, type Valuation } from '../market-data/valuation.ts';
import type { StatementSource } from './statement.ts';

const hourMs = 3_600_000;
const hours = 24;

export interface WorthArea extends StatementSource {
  readonly valuation: Valuation;
  readonly now: () => number;
}

/** How much of an asset there was, or moved, at a time. */
interface Amount {
  readonly asset: number;
  readonly at: number;
  readonly units: number;
}

interface Held {
  readonly kind: AccountKind;
  readonly asset: number;
}

/** What everything I held was worth through the last day, at the prices of then; and what it brought, which is not what came in or went out. */
export function worthOfTheDay(area: WorthArea): Handler<typeof calls.assets.worth> {
  return async (_input, { customer: { id: owner } }) => {
    const { host, projector, now } = area;
    const time = now();
    const balances = host.engine.balances(owner);
    const standing = balances.map(({ asset, available, frozen }) => ({ asset, at: time, units: available + frozen }));
    await projector.reachedFor(owner);
    const times = Array.from({ length: hours }, (_, hour) => time - (hours - hour) * hourMs);
    const [start = time] = times;
    const [stood, moved] = await Promise.all([
      balancesAt(area, owner, balances, times),
      movedSince(area, owner, start),
    ]);
    const held = new Set(balances.map(({ asset }) => asset));
    const pricesAt = await readPrices(area.db, marketsOf(area, held), [...times, ...moved.map(({ at }) => at)]);

    const worth = (amounts: readonly Amount[], ticksOf?: TicksOf) => worthOf(area, amounts, ticksOf);
    const points = times.map((at) => ({
      time: at,
      total: worth(
        stood.filter((one) => one.at === at),
        pricesAt(at),
      ),
    }));
    const total = worth(standing);
    const flows = moved.map((one) => worth([one], pricesAt(one.at)));
    const begun = points[0]?.total ?? 0n;
    const gain = total - begun - sum(flows);
    const invested = begun + sum(flows.filter((flow) => flow > 0n));
    return {
      unit: 'USDT',
      points: [...points, { time, total }].map((point) => ({ time: point.time, total: formatUsdt(point.total) })),
      gain: formatUsdt(gain),
      change: invested > 0n ? formatDecimal((gain * 1_000_000n) / invested, 6) : null,
    };
  };
}

/** What has no price adds nothing. */
function worthOf({ directory, valuation }: WorthArea, amounts: readonly Amount[], ticksOf?: TicksOf): bigint {
  return sum(
    amounts.map(({ asset, units }) => valuation.usdtUnits(directory.asset(asset).code, BigInt(units), ticksOf) ?? 0n),
  );
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

/** Those that price what is held, in USDT or by way of BTC. */
function marketsOf({ directory }: WorthArea, held: ReadonlySet<number>): number[] {
  const codes = new Set([...held].map((asset) => directory.asset(asset).code)).add('BTC');
  return directory.markets().flatMap(({ id, base, quote }) => {
    const leads = quote.code === 'USDT' || quote.code === 'BTC';
    return leads && codes.has(base.code) ? [id] : [];
  });
}

/** What each account held before each of the times, frozen or not; nothing where it held nothing yet. Its last posting says so, or the last trade in one of its markets. */
async function balancesAt(
  { db, directory }: WorthArea,
  owner: number,
  accounts: readonly Held[],
  times: readonly number[],
): Promise<Amount[]> {
  const sides = directory.markets().flatMap(({ id, rules: { base, quote } }) => [
    { market: id, asset: base },
    { market: id, asset: quote },
  ]);
  const lastTrade = (side: 'taker' | 'maker') => sql`
    select last.* from unnest(${sides.map(({ market }) => market)}::int[], ${sides.map(({ asset }) => asset)}::int[]) as traded (market, asset)
    cross join lateral (
      select time, sequence, position, case when base = held.asset then ${sql.ref(`${side}_base`)} else ${sql.ref(`${side}_quote`)} end as units from fills
      where ${sql.ref(`${side}_owner`)} = ${owner} and market = traded.market and time < moment.at and sequence is not null
      order by time desc, sequence desc, position desc limit 1
    ) as last
    where held.kind = 'coin' and traded.asset = held.asset`;
  // The conditions are those of the statement's indexes.
  const { rows } = await sql<Amount>`
    select held.asset, moment.at, last.units
    from unnest(${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ asset }) => asset)}::int[]) as held (kind, asset)
    cross join unnest(${times}::bigint[]) as moment (at)
    cross join lateral (
      select units from (
        (select time, sequence, position, available + frozen as units from postings
        where owner >= 1000 and owner = ${owner} and kind = held.kind and asset = held.asset
          and reason not in ('freeze', 'release') and time < moment.at
        order by time desc, sequence desc, position desc limit 1)
        union all ${lastTrade('taker')} union all ${lastTrade('maker')}
      ) as candidates
      order by time desc, sequence desc, position desc limit 1
    ) as last
  `.execute(db);
  return rows;
}

/** What came in and went out since then; what moves between a customer's own accounts does neither. */
async function movedSince({ db }: WorthArea, owner: number, since: number): Promise<Amount[]> {
  const { rows } = await sql<Amount>`
    select asset, time as at, available_delta + frozen_delta as units from postings
    where owner >= 1000 and owner = ${owner} and kind in ('coin', 'fiat')
      and reason not in ('freeze', 'release', 'trade', 'fee') and reason <> 'transfer' and time >= ${since}
  `.execute(db);
  return rows;
}
