import { sql, type Kysely } from 'kysely';
import type { Tables } from './room.ts';

/** A customer's turnover in one market, in smallest units of its quote. */
export interface Traded {
  readonly market: number;
  readonly maker: bigint;
  readonly taker: bigint;
}

interface Whose {
  readonly owner: number;
  /** Markets in which the owner ever ordered. */
  readonly markets: readonly number[];
}

const dayMs = 86_400_000;
/** A day counts as final this long after its end: clocks of processes differ by less. */
const settledMs = 10 * 60_000;
/** Maximum number of remembered customers; those who asked longest ago are forgotten. */
const maxCustomers = 2_000;

/**
 * Sums a customer's trades by day and remembers finished days: a market maker's month has hundreds of thousands of fills and is summed once. Each statement covers one
 * day, so that a retry continues where the last attempt was cancelled.
 */
export class TradedDays {
  readonly #db: Kysely<Tables>;
  readonly #now: () => number;
  readonly #customers = new Map<number, Map<number, readonly Traded[]>>();

  constructor(db: Kysely<Tables>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Turnover from `since` until now; a market appears once per summed interval. */
  async since(since: number, whose: Whose): Promise<Traded[]> {
    const days = this.#daysOf(whose.owner);
    const firstWhole = Math.ceil(since / dayMs);
    const firstOpen = Math.floor((this.#now() - settledMs) / dayMs);
    for (const day of days.keys()) if (day < firstWhole) days.delete(day);
    const traded = [...(await this.#sum(since, firstWhole * dayMs, whose))];
    for (let day = firstWhole; day < firstOpen; day += 1) {
      const known = days.get(day) ?? (await this.#sum(day * dayMs, (day + 1) * dayMs, whose));
      days.set(day, known);
      traded.push(...known);
    }
    traded.push(...(await this.#sum(firstOpen * dayMs, Number.MAX_SAFE_INTEGER, whose)));
    return traded;
  }

  #daysOf(owner: number): Map<number, readonly Traded[]> {
    const days = this.#customers.get(owner) ?? new Map<number, readonly Traded[]>();
    this.#customers.delete(owner);
    this.#customers.set(owner, days);
    if (this.#customers.size > maxCustomers) {
      for (const oldest of this.#customers.keys()) {
        this.#customers.delete(oldest);
        break;
      }
    }
    return days;
  }

  async #sum(from: number, to: number, { owner, markets }: Whose): Promise<readonly Traded[]> {
    // The conditions match the indexes of statements.
    const side = (role: 'maker' | 'taker') => sql`
      select market, notional, ${sql.lit(role)} as role from fills
      where ${sql.ref(`${role}_owner`)} = ${owner} and market = any(${markets}::int[])
        and time >= ${from}::bigint and time < ${to}::bigint`;
    const { rows } = await sql<{ market: number; maker: string; taker: string }>`
      select market, coalesce(sum(notional) filter (where role = 'maker'), 0)::text as maker,
        coalesce(sum(notional) filter (where role = 'taker'), 0)::text as taker
      from (${side('maker')} union all ${side('taker')}) as sides group by market
    `.execute(this.#db);
    return rows.map(({ market, maker, taker }) => ({ market, maker: BigInt(maker), taker: BigInt(taker) }));
  }
}
