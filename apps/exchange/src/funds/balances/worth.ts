import type { calls } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Handler } from '../../transport/http/route.ts';
import { readPrices } from '../../assets/prices/price-history.ts';
import { formatUsdt, type TicksOf, type Valuation } from '../../assets/prices/valuation.ts';
import type { StatementSource } from './statement-source.ts';
import { balancesQuery, movedQuery, type Amount, type MovementsQuery } from './worth-rows.ts';

const hourMs = 3_600_000;
const hours = 24;
/** Maximum number of movements that are priced by the minute. */
const maxMovements = 100;

export interface WorthOptions extends StatementSource {
  readonly valuation: Valuation;
  readonly now: () => number;
}

/** Returns the worth of a customer's balances through the last 24 hours, at the prices of each hour; and the gain, without deposits and withdrawals. */
export function worthOfTheDay(options: WorthOptions): Handler<typeof calls.assets.worth> {
  return async (_input, { customer: { id: owner } }) => {
    const { host, projector, now } = options;
    const time = now();
    const balances = host.engine.balances(owner);
    const current = balances.map(({ asset, available, frozen }) => ({ asset, at: time, units: available + frozen }));
    await projector.reachedFor(owner);
    const times = Array.from({ length: hours }, (_, hour) => time - (hours - hour) * hourMs);
    const [start = time] = times;
    const sides = options.directory.markets().flatMap(({ id, rules: { base, quote } }) => [
      { market: id, asset: base },
      { market: id, asset: quote },
    ]);
    const accounts = { owner, accounts: balances };
    const [{ rows: past }, moved] = await Promise.all([
      balancesQuery({ ...accounts, sides, times }).execute(options.db),
      movedSince(options.db, { ...accounts, since: start }),
    ]);
    const held = new Set(balances.map(({ asset }) => asset));
    const pricesAt = await readPrices(options.db, marketsOf(options, held), [...times, ...moved.map(({ at }) => at)]);

    const worth = (amounts: readonly Amount[], ticksOf?: TicksOf) => worthOf(options, amounts, ticksOf);
    const points = times.map((at) => ({
      time: at,
      total: worth(
        past.filter((one) => one.at === at),
        pricesAt(at),
      ),
    }));
    const total = worth(current);
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

/** Prices have a resolution of one minute. A day with many movements is summed by quarter hours, as each interval needs a price of every market. */
async function movedSince(
  db: WorthOptions['db'],
  wanted: Omit<MovementsQuery, 'intervalMs'>,
): Promise<readonly Amount[]> {
  const { rows } = await movedQuery({ ...wanted, intervalMs: 60_000 }).execute(db);
  if (rows.length <= maxMovements) return rows;
  return (await movedQuery({ ...wanted, intervalMs: 900_000 }).execute(db)).rows;
}

/** An asset without a price adds nothing. */
function worthOf({ directory, valuation }: WorthOptions, amounts: readonly Amount[], ticksOf?: TicksOf): bigint {
  return sum(
    amounts.map(({ asset, units }) => valuation.usdtUnits(directory.asset(asset).code, BigInt(units), ticksOf) ?? 0n),
  );
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

/** Returns the markets that price these assets, in USDT or through BTC. */
function marketsOf({ directory }: WorthOptions, held: ReadonlySet<number>): number[] {
  const codes = new Set([...held].map((asset) => directory.asset(asset).code)).add('BTC');
  return directory.markets().flatMap(({ id, base, quote }) => {
    const leads = quote.code === 'USDT' || quote.code === 'BTC';
    return leads && codes.has(base.code) ? [id] : [];
  });
}
