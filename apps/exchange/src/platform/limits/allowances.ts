import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooOften } from '../../refusals/refuse.ts';
import { networkOf, siteOf } from './network-of.ts';

/** A site's allowance as a multiple of one network's. */
export const networksOfSite = 4;

export interface Allowance {
  /** The counter's name; part of its key in the table. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** A counter of one kind of action by key, shared by all processes on the same database. */
export interface RateLimit {
  /** Takes one action from the key's allowance. @throws Refusal `tooManyRequests` with the wait */
  take(key: string): Promise<void>;
  /** Gives back one action that turned out not to count. */
  giveBack(key: string): Promise<void>;
  reset(key: string): Promise<void>;
}

/** Like {@link createRateLimit}, keyed by the caller's network ({@link networkOf}) and, for IPv6, by its site ({@link siteOf}) with a wider allowance. */
export function createAddressLimit(pool: pg.Pool, allowance: Allowance): RateLimit {
  const { name, points } = allowance;
  const network = createRateLimit(pool, allowance);
  const site = createRateLimit(pool, { ...allowance, name: `${name}-site`, points: points * networksOfSite });
  const each = async (ip: string, act: (limit: RateLimit, key: string) => Promise<void>): Promise<void> => {
    await act(network, networkOf(ip));
    const wider = siteOf(ip);
    if (wider !== null) await act(site, wider);
  };
  return {
    take: (ip) => each(ip, (limit, key) => limit.take(key)),
    giveBack: (ip) => each(ip, (limit, key) => limit.giveBack(key)),
    reset: (ip) => each(ip, (limit, key) => limit.reset(key)),
  };
}

export function createRateLimit(pool: pg.Pool, { name, points, seconds }: Allowance): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // The library cleans up with a timer; our `sweep` job deletes expired rows instead.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  /** Takes one; returns the milliseconds to wait if none is left, else 0. */
  async function waitToTake(key: string): Promise<number> {
    try {
      await limiter.consume(key);
      return 0;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return Math.max(1, reason.msBeforeNext);
      throw reason;
    }
  }
  return {
    take: async (key) => {
      let waitMs = await waitToTake(key);
      // A wait longer than the window means that the clock was set back after the window began: that window no longer counts.
      if (waitMs > seconds * 1000) {
        await limiter.delete(key);
        waitMs = await waitToTake(key);
      }
      if (waitMs > 0) throw tooOften(waitMs);
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
    reset: async (key) => {
      await limiter.delete(key);
    },
  };
}
