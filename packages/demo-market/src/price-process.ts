import { BrownianPaths } from './brownian-paths.ts';
import { coinCharacter, coinNames } from './coins.ts';
import { MarketTime } from './market-time.ts';

export interface PriceProcessOptions {
  /** At least 128 bits of chance where somebody trades at these prices: who knows the seed knows the future. */
  readonly seed: string;
  /** The moment at which every coin has its start price, ms since the epoch. */
  readonly anchor: number;
}

const secondsPerDay = 86_400;
/** How long before the anchor prices begin. */
const beforeAnchorSeconds = 64 * secondsPerDay;
/** The series that all coins share; those below are the coins' own. */
const sharedSeries = 15;

/**
 * What coins are worth at any moment from 64 days before the anchor on: the same seed and anchor give the same prices, in whatever order and
 * process they are asked for, so that a restart goes on where time has gone, and a history leads up to the present.
 * Prices are positive and bounded; one's past doesn't tell its future.
 */
export class PriceProcess {
  readonly #paths: BrownianPaths;
  readonly #time: MarketTime;
  readonly #begin: number;
  readonly #atAnchor: Float64Array;
  #latestActivity = { time: NaN, activity: 1 };
  #latest: { readonly time: number; readonly values: Float64Array } | null = null;

  constructor({ seed, anchor }: PriceProcessOptions) {
    this.#paths = new BrownianPaths(seed);
    this.#time = new MarketTime(seed);
    this.#begin = anchor - beforeAnchorSeconds * 1000;
    this.#atAnchor = this.#values(anchor);
  }

  /** One base coin in quote coins, or null where one of the two isn't known. */
  price(base: string, quote: string, time: number): number | null {
    const [baseWorth, quoteWorth] = [this.#worth(base, time), this.#worth(quote, time)];
    return baseWorth === null || quoteWorth === null ? null : baseWorth / quoteWorth;
  }

  /** How busy the market is, 1 on average. */
  activity(time: number): number {
    if (this.#latestActivity.time !== time) {
      this.#latestActivity = { time, activity: this.#time.activity(this.#secondsAt(time)) };
    }
    return this.#latestActivity.activity;
  }

  /** In USDT. */
  #worth(coin: string, time: number): number | null {
    const character = coinCharacter(coin);
    if (character === null) return null;
    const { startPrice, ownPerDay, sharedPerDay, range } = character;
    const own = coinNames.indexOf(coin as (typeof coinNames)[number]);
    const values = this.#values(time);
    const moved = (series: number): number => (values[series] ?? 0) - (this.#atAnchor[series] ?? 0);
    const drift = (ownPerDay * moved(own) + sharedPerDay * moved(sharedSeries)) / Math.sqrt(secondsPerDay);
    return startPrice * Math.exp(range * Math.tanh(drift / range));
  }

  #values(time: number): Float64Array {
    if (this.#latest?.time === time) return this.#latest.values;
    const values = this.#paths.at(this.#time.at(this.#secondsAt(time)));
    this.#latest = { time, values };
    return values;
  }

  #secondsAt(time: number): number {
    return Math.max(0, (time - this.#begin) / 1000);
  }
}
