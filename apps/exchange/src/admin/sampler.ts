import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { BatchFigures } from '../ledger/gateway.ts';

/** How things stand now. Money in millionths of a USDT. */
export interface Standing {
  readonly volume: bigint;
  readonly fees: bigint;
  readonly customers: number;
  readonly sockets: number;
  readonly openOrders: number;
  readonly lagMs: number;
}

export type SampleRow = Tables['samples'];

export interface SamplerParts {
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  readonly read: () => Promise<Standing>;
  /** Whether this process is the one that writes: the one that writes the tables. */
  readonly isMine: () => boolean;
  /** Called with each sample. */
  readonly onSample: (sample: SampleRow) => Promise<void>;
  readonly now: () => number;
}

const everyMs = 60_000;
const lookMs = 1_000;
const keptMs = 30 * 86_400_000;

/** Writes down every minute how the exchange does, so that operators see how it went; at once when this process begins to write. */
export interface Sampler {
  /** Told of every batch. */
  batch(figures: BatchFigures): void;
  close(): void;
}

export function startSampler(parts: SamplerParts): Sampler {
  const { db, log, now } = parts;
  let longestUs = 0;

  async function take(): Promise<void> {
    const time = now();
    const { volume, fees, openOrders, lagMs, ...standing } = await parts.read();
    const sample: SampleRow = {
      time,
      ...standing,
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
    await parts.onSample(sample);
  }

  let takenAt = -everyMs;
  const timer = setInterval(() => {
    const at = performance.now();
    if (at - takenAt < everyMs || !parts.isMine()) return;
    takenAt = at;
    take().catch((error: unknown) => log.warn({ err: error }, 'how things stand could not be written down'));
  }, lookMs);
  return {
    batch: ({ commitMs }) => {
      longestUs = Math.max(longestUs, Math.round(commitMs * 1000));
    },
    close: () => clearInterval(timer),
  };
}
