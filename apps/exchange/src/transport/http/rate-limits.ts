import { normalizeIP } from '@fastify/rate-limit';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooOften } from '../../refusals/refusal.ts';

/** Bits of an IPv6 address that say whose it is, as the flood limit has it. */
const ipv6Prefix = 64;
/** Bits that say whose a whole site is: one caller may hold all of its 65,536 networks. */
const ipv6SitePrefix = 48;
/** So many times a network's allowance is a whole site's. */
export const networksOfSite = 4;

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

/** The network that an address belongs to, as a key of counters: of IPv6 one customer has 2^64 addresses, which count as one. */
export function networkOf(ip: string): string {
  return normalizeIP(ip, ipv6Prefix);
}

/** The IPv6 site that an address belongs to, as a key of counters; null for IPv4. */
export function siteOf(ip: string): string | null {
  const site = normalizeIP(ip, ipv6SitePrefix);
  return site.includes(':') ? `${site}/${ipv6SitePrefix}` : null;
}

/** As {@link createRateLimit}, by the network that asks ({@link networkOf}), and of IPv6 by its site ({@link siteOf}) with a wider allowance. */
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
    // Its own cleaning is a timer; `sweep` does it here.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  /** Takes one; answers how many milliseconds to wait where there is none left, else 0. */
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
      // Longer than its window lasts: it was begun before the clock was put back. It doesn't count any more.
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
