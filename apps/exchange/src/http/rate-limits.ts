import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooOften } from './refusal.ts';

export interface Allowance {
  /** Names the counter; part of its key in the table. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** A counter of one kind of act by key, shared by all processes on the same database. */
export interface RateLimit {
  /** Takes one, or throws the refusal 429 with how long to wait. */
  take(key: string): Promise<void>;
  /** Gives one back that turned out not to count. */
  giveBack(key: string): Promise<void>;
  reset(key: string): Promise<void>;
}

export function createRateLimit(pool: pg.Pool, { name, points, seconds }: Allowance): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Its own cleaning is a timer; `sweep` does it here.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
      } catch (reason) {
        if (reason instanceof RateLimiterRes) throw tooOften(reason.msBeforeNext);
        throw reason;
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
    reset: async (key) => {
      await limiter.delete(key);
    },
  };
}
