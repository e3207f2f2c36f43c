import { consoleCalls, type Sample } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { formatUsdt } from '../market-data/valuation.ts';
import type { Review } from '../identity/index.ts';
import type { WithdrawalReview } from '../withdrawals/index.ts';
import type { Alarms } from './alarms.ts';
import type { Approvals } from './approvals.ts';
import type { Bind } from './bind.ts';
import type { SampleRow } from './sampler.ts';
import type { TurnoverPoint } from './turnover.ts';

export interface DashboardParts {
  readonly db: Kysely<Tables>;
  readonly review: Pick<Review, 'figures'>;
  readonly withdrawals: Pick<WithdrawalReview, 'countWaiting'>;
  readonly approvals: Pick<Approvals, 'countOpen'>;
  readonly alarms: Pick<Alarms, 'list'>;
  readonly turnover: (hours: number) => Promise<TurnoverPoint[]>;
  readonly now: () => number;
}

const hourMs = 3_600_000;
/** As many as a chart can show. */
const pointsMost = 240;

/** Binds the call of the first page. */
export function bindDashboard(bind: Bind, parts: DashboardParts): void {
  const { db, review, withdrawals, approvals, alarms, now } = parts;
  bind(consoleCalls.dashboard.read, async ({ hours }) => {
    const [rows, turnover, identity, waiting, open, list] = await Promise.all([
      db
        .selectFrom('samples')
        .selectAll()
        .where('time', '>', now() - hours * hourMs)
        .orderBy('time')
        .execute(),
      parts.turnover(hours),
      review.figures(),
      withdrawals.countWaiting(),
      approvals.countOpen(),
      alarms.list(),
    ]);
    const last = rows.at(-1);
    return {
      now: last ? sampleOf(last) : null,
      samples: thinned(rows).map(sampleOf),
      turnover,
      queues: { identity: identity.waiting, withdrawals: waiting.count, approvals: open },
      alarms: list,
    };
  });
}

/** The worst of every stretch, so that no peak is lost. */
function thinned(rows: readonly SampleRow[]): SampleRow[] {
  const stretch = Math.ceil(rows.length / pointsMost);
  if (stretch <= 1) return [...rows];
  const points: SampleRow[] = [];
  for (let start = 0; start < rows.length; start += stretch) {
    const part = rows.slice(start, start + stretch);
    const last = part.at(-1);
    if (last === undefined) break;
    const worst = (of: (row: SampleRow) => number) => Math.max(...part.map(of));
    points.push({ ...last, lag_ms: worst(({ lag_ms }) => lag_ms), commit_us: worst(({ commit_us }) => commit_us) });
  }
  return points;
}

function sampleOf({ time, volume, fees, customers, sockets, ...row }: SampleRow): Sample {
  return {
    time,
    customers,
    sockets,
    volume: formatUsdt(BigInt(volume)),
    fees: formatUsdt(BigInt(fees)),
    openOrders: row.open_orders,
    commitMs: row.commit_us / 1000,
    lagMs: row.lag_ms,
  };
}
