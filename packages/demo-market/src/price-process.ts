import { BrownianPaths } from './brownian-paths.ts';
import { coinCharacter, coinNames } from './coins.ts';
import { MarketTime } from './market-time.ts';

export interface PriceProcessOptions {
  /** At least 128 random bits if anyone trades at these prices: the seed determines the future. */
  readonly seed: string;
  /** The moment of the start prices, in ms since the epoch. */
  readonly anchor: number;
}

const secondsPerDay = 86_400;
/** Prices begin this long before the anchor. */
const beforeAnchorSeconds = 64 * secondsPerDay;
/** The series shared by all coins; lower ones belong to single coins. */
const sharedSeries = 15;

/**
 * Prices of coins at any moment from 64 days before the anchor on. The same seed and anchor give the same prices, in any order and process, so
 * a restart continues them and a history leads up to the present. Prices are positive and bounded, and their past does not predict their
 * future.
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

  /** The price of the base coin in quote coins, or null if either is unknown. */
  price(base: string, quote: string, time: number): number | null {
    const [baseWorth, quoteWorth] = [this.#worth(base, time), this.#worth(quote, time)];
    return baseWorth === null || quoteWorth === null ? null : baseWorth / quoteWorth;
  }

  /** Activity of the market, 1 on average. */
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
