import type { MatchingEngine } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { AnyHandle } from '../../database/rooms.ts';
import { own, type Tables } from '../room.ts';
import type { ControlPriceRules } from '../../config/settings.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketView } from '../../ledger/listings/market-view.ts';

/** What was traded in a market within a day. */
interface TradedDay {
  readonly volumeLots: bigint;
  readonly turnover: bigint;
  readonly sparkTicks: readonly number[];
}

export interface ControlPricesOptions {
  readonly db: AnyHandle;
  readonly directory: Directory;
  readonly engine: Pick<MatchingEngine, 'lastPriceTicks'>;
  readonly board: { day(market: number, time: number): TradedDay };
  readonly rules: ControlPriceRules;
  readonly now: () => number;
}

/** The unit of all controls. */
const valuationCoin = 'USDT';
const usdtUnits = 1_000_000n;
const dayMs = 86_400_000;
/** Maximum number of a day's newest trades that are read: a market with as many is not thin. */
const maxTrades = 5_000;
/** Days whose mean prices count: the highest of them is the lowest value of a coin. */
const pastDays = 30;
/** Time for which a market's result is cached. */
const cacheMs = 60_000;

/** A market's trades, as a mean price. */
interface Mean {
  readonly turnover: bigint;
  readonly volumeLots: bigint;
}

interface Found {
  readonly isTraded: boolean;
  /** The highest mean of a past day with enough trades; null if there is none. */
  readonly highest: Mean | null;
}

/**
 * The worth of coins for the controls that decide if money may leave. Nothing that an operator sets is used, only trades of a market against the valuation coin, and only if
 * there were enough of them, between enough customers. The price is the highest of the last one, the day's mean by volume, the closes of the day's hours, and the means of
 * the past 30 days with enough trades. One person with many accounts can trade a thin market with themself; they must keep it down for 30 days before their coins count less.
 */
export class ControlPrices {
  readonly #options: ControlPricesOptions;
  readonly #db: Kysely<Tables>;
  readonly #found = new Map<number, { readonly time: number; readonly found: Promise<Found> }>();

  constructor(options: ControlPricesOptions) {
    this.#options = options;
    this.#db = own(options.db);
  }

  /** Worth in millionths of a USDT, rounded up; null if no market gives a reliable price: people decide then. */
  async usdtUnits(code: string, units: bigint): Promise<bigint | null> {
    const { directory, engine, board, now } = this.#options;
    if (code === valuationCoin) return units;
    const inverse = directory.market(`${valuationCoin}/${code}`);
    if (inverse !== null && directory.describe(code).fiat) return this.#usdtUnitsOfQuote(inverse, units);
    const view = directory.market(`${code}/${valuationCoin}`);
    const found = view && (await this.#find(view));
    if (view === null || !found?.isTraded) return null;
    const { volumeLots, turnover, sparkTicks } = board.day(view.id, now());
    if (volumeLots === 0n) return null;
    const { unitsPerTickLot, unitsPerLot } = view.rules;
    const ticks = Math.max(engine.lastPriceTicks(view.id), ...sparkTicks);
    const atHighest = roundedUp(units * BigInt(ticks) * BigInt(unitsPerTickLot), BigInt(unitsPerLot));
    const at = (mean: Mean): bigint => roundedUp(units * mean.turnover, mean.volumeLots * BigInt(unitsPerLot));
    const prices = [atHighest, at({ turnover, volumeLots }), found.highest === null ? 0n : at(found.highest)];
    return prices.reduce((largest, price) => (price > largest ? price : largest));
  }

  /** The worth of a currency in which the valuation coin itself is priced, as in USDT/CNY: the lowest price counts, as it makes the currency dearest. */
  async #usdtUnitsOfQuote(view: MarketView, units: bigint): Promise<bigint | null> {
    const { engine, board, now } = this.#options;
    const found = await this.#find(view);
    const { volumeLots, turnover, sparkTicks } = board.day(view.id, now());
    if (!found.isTraded || volumeLots === 0n || turnover === 0n) return null;
    const { unitsPerTickLot, unitsPerLot } = view.rules;
    const ticks = Math.min(...[engine.lastPriceTicks(view.id), ...sparkTicks].filter((price) => price > 0));
    const atLowest = roundedUp(units * BigInt(unitsPerLot), BigInt(ticks) * BigInt(unitsPerTickLot));
    const at = (mean: Mean): bigint => roundedUp(units * mean.volumeLots * BigInt(unitsPerLot), mean.turnover);
    const prices = [atLowest, at({ turnover, volumeLots }), found.highest === null ? 0n : at(found.highest)];
    return prices.reduce((largest, price) => (price > largest ? price : largest));
  }

  #find(view: MarketView): Promise<Found> {
    const time = this.#options.now();
    const known = this.#found.get(view.id);
    if (known && time >= known.time && time < known.time + cacheMs) return known.found;
    const found = this.#look(view, time);
    this.#found.set(view.id, { time, found });
    found.catch(() => this.#found.delete(view.id));
    return found;
  }

  async #look(view: MarketView, time: number): Promise<Found> {
    const [isTraded, highest] = await Promise.all([this.#isTraded(view, time), this.#highestMean(view, time)]);
    return { isTraded, highest };
  }

  /** The mean of the past days that makes the valued asset dearest. */
  async #highestMean({ id, quote, rules: { unitsPerLot } }: MarketView, time: number): Promise<Mean | null> {
    const { rules } = this.#options;
    const isDirect = quote.code === valuationCoin;
    const usdt = isDirect ? sql<string>`turnover` : sql<string>`volume_lots * ${unitsPerLot}`;
    const highest = await this.#db
      .selectFrom('candles')
      .select(['turnover', 'volume_lots'])
      .where('market', '=', id)
      .where('interval', '=', '1d')
      .where('time', '>', time - pastDays * dayMs)
      .where(usdt, '>=', String(BigInt(rules.minTurnoverUsdt) * usdtUnits))
      .where('volume_lots', '>', '0')
      .where('turnover', '>', '0')
      .orderBy(sql`turnover / volume_lots`, isDirect ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return highest ? { turnover: BigInt(highest.turnover), volumeLots: BigInt(highest.volume_lots) } : null;
  }

  async #isTraded({ id, quote, rules: { unitsPerLot } }: MarketView, time: number): Promise<boolean> {
    const { board, rules } = this.#options;
    const { turnover, volumeLots } = board.day(id, time);
    const usdt = quote.code === valuationCoin ? turnover : volumeLots * BigInt(unitsPerLot);
    if (usdt < BigInt(rules.minTurnoverUsdt) * usdtUnits) return false;
    const { rows } = await sql<{ trades: number; owners: number }>`
      with newest as (
        select taker_owner, maker_owner from fills where market = ${id} and time > ${time - dayMs}
        order by trade_number desc limit ${maxTrades}
      )
      select (select count(*)::int from newest) as trades,
        (select count(distinct owner)::int from newest, unnest(array[taker_owner, maker_owner]) as owner) as owners
    `.execute(this.#db);
    const [found] = rows;
    return found !== undefined && found.trades >= rules.minTrades && found.owners >= rules.minOwners;
  }
}

function roundedUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
