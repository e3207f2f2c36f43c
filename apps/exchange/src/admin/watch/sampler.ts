import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { BatchFigures } from '../../ledger/gateway.ts';
import { createJob, type Job } from '../../platform/jobs.ts';

/** Current figures of the exchange. Money is in millionths of a USDT. */
export interface ExchangeFigures {
  readonly volume: bigint;
  readonly fees: bigint;
  readonly customers: number;
  readonly sockets: number;
  readonly openOrders: number;
  readonly lagMs: number;
}

export type SampleRow = Tables['samples'];

export interface SamplerOptions {
  readonly db: Kysely<Tables>;
  readonly read: () => Promise<ExchangeFigures>;
  /** True in the process that writes the tables: only it writes samples. */
  readonly isMine: () => boolean;
  /** Called with each stored sample. */
  readonly onSample: (sample: SampleRow) => Promise<void>;
  readonly now: () => number;
}

const everyMs = 60_000;
const firstMs = 1_000;
const keptMs = 30 * 86_400_000;

/** Stores a sample of the figures every minute for the dashboard. The first one follows soon after this process begins to write the tables. */
export interface Sampler {
  /** Records the figures of a batch. Call it with every batch. */
  batch(figures: BatchFigures): void;
  readonly job: Job;
}

export function createSampler(options: SamplerOptions): Sampler {
  const { db, now } = options;
  let longestUs = 0;

  async function take(): Promise<void> {
    const time = now();
    const { volume, fees, openOrders, lagMs, ...figures } = await options.read();
    const sample: SampleRow = {
      time,
      ...figures,
      volume: Number(volume),
      fees: Number(fees),
      open_orders: openOrders,
      commit_us: longestUs,
      lag_ms: Math.round(lagMs),
    };
    longestUs = 0;
    await db
      .insertInto('samples')
      .values(sample)
      .onConflict((conflict) => conflict.column('time').doUpdateSet(sample))
      .execute();
    await db
      .deleteFrom('samples')
      .where('time', '<', time - keptMs)
      .execute();
    await options.onSample(sample);
  }

  return {
    batch: ({ commitMs }) => {
      longestUs = Math.max(longestUs, Math.round(commitMs * 1000));
    },
    job: createJob({ name: 'admin.sample', everyMs, firstMs, leaderOnly: options.isMine, run: take }),
  };
}
