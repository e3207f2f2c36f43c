import { consoleCalls, type DashboardSample } from '@fft/console-contract';
import { sql, type Kysely } from 'kysely';
import type { BankOperations } from '../../banks/index.ts';
import type { Tables } from '../room.ts';
import { chainTitles, type OwnNetworks } from '../../assets/networks.ts';
import { formatUsdt } from '../../assets/prices/valuation.ts';
import type { Review } from '../../identity/index.ts';
import type { WithdrawalReview } from '../../funds/withdrawals/index.ts';
import type { Alarms } from './alarms.ts';
import type { Approvals } from '../approvals.ts';
import type { Bind } from '../bind.ts';
import type { SampleRow } from './sampler.ts';
import type { TurnoverPoint } from './turnover.ts';

export interface DashboardOptions {
  readonly db: Kysely<Tables>;
  readonly review: Pick<Review, 'figures'>;
  readonly withdrawals: Pick<WithdrawalReview, 'countWaiting'>;
  readonly approvals: Pick<Approvals, 'countOpen'>;
  readonly alarms: Pick<Alarms, 'list'>;
  readonly banks: Pick<BankOperations, 'waiting'>;
  readonly turnover: (hours: number) => Promise<TurnoverPoint[]>;
  readonly mode: 'demo' | 'production';
  /** Address of the demo's sandbox bank. */
  readonly sandboxBank: string | null;
  /** The networks that settings describe. */
  readonly tokens: OwnNetworks;
  readonly now: () => number;
}

const hourMs = 3_600_000;
const sampleMs = 60_000;
/** The maximum number of points in a chart. */
const maxPoints = 240;

/** Binds the call of the overview page. */
export function bindDashboard(bind: Bind, options: DashboardOptions): void {
  const { db, review, withdrawals, approvals, alarms, banks, now } = options;
  bind(consoleCalls.dashboard.read, async ({ hours }, by) => {
    const [last, rows, turnover, identity, waiting, open, list, queued] = await Promise.all([
      db.selectFrom('samples').selectAll().orderBy('time', 'desc').limit(1).executeTakeFirst(),
      readSamples(db, now(), hours),
      options.turnover(hours),
      review.figures(),
      withdrawals.countWaiting(),
      approvals.countOpen(by),
      alarms.list(),
      banks.waiting(),
    ]);
    return {
      mode: options.mode,
      now: last ? sampleOf(last) : null,
      samples: rows.map(sampleOf),
      turnover,
      queues: { identity: identity.waiting, withdrawals: waiting.count, approvals: open, ...queued },
      alarms: list,
      networks: chainTitles(options.tokens),
      sandboxBank: options.sandboxBank,
    };
  });
}

/** Reads the worst values of each step, so that no peak is lost, and the other figures at its end. */
async function readSamples(db: Kysely<Tables>, time: number, hours: number): Promise<SampleRow[]> {
  const stretchMs = Math.max(sampleMs, (hours * hourMs) / maxPoints);
  const { rows } = await sql<SampleRow>`
    with stretches as (
      select max(time) as time, max(lag_ms) as lag_ms, max(commit_us) as commit_us
      from samples where time > ${time - hours * hourMs}::bigint group by time / ${stretchMs}::bigint
    )
    select samples.time, volume, fees, customers, sockets, open_orders, stretches.lag_ms, stretches.commit_us
    from stretches join samples using (time) order by time`.execute(db);
  return rows;
}

function sampleOf({ time, volume, fees, customers, sockets, ...row }: SampleRow): DashboardSample {
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
