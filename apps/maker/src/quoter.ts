import type { PriceProcess } from '@fft/demo-market';
import { inParallel } from './in-parallel.ts';
import type { Inventory } from './inventory.ts';
import { planQuotes, type QuotePlan } from './plan-quotes.ts';
import type { QuotedMarket } from './quoted-market.ts';
import type { OpenQuotes } from './open-quotes.ts';

const maxParallelCalls = 12;
/** The market refuses prices further from the last one (its band is 20 %). */
const bandPart = 0.19;

export interface QuoterOptions {
  readonly markets: readonly QuotedMarket[];
  readonly prices: PriceProcess;
  readonly orders: Pick<OpenQuotes, 'of' | 'lookUpUnanswered' | 'cancel' | 'place'>;
  readonly inventory: Pick<Inventory, 'appetite'>;
  /** The last price of a market in quote coins; null before its first trade. */
  readonly lastPrice: (symbol: string) => number | null;
  readonly random: () => number;
}

/**
 * Keeps every market quoted. **The reference price moves only when no quote is in its way.** Each step first cancels, in all markets, the
 * quotes that would be on the wrong side of the next reference prices, and waits for the exchange to confirm each cancellation. Only then does
 * it adopt the new prices and quote around them. So however slow the network or the exchange is, no one can trade with a quote at a price that
 * the maker has already left, nor learn one market's move while another's quotes are stale.
 */
export class Quoter {
  readonly #options: QuoterOptions;
  #references: ReadonlyMap<string, number> = new Map();

  constructor(options: QuoterOptions) {
    this.#options = options;
  }

  /** The reference price of one base coin; null before the first step. */
  reference(symbol: string): number | null {
    return this.#references.get(symbol) ?? null;
  }

  /** @throws if a call fails; reference prices have moved only if every cancellation was confirmed */
  async step(time: number): Promise<void> {
    const { markets, orders } = this.#options;
    await orders.lookUpUnanswered();
    const next = new Map(markets.map((market) => [market.symbol, this.#nextReference(market, time)]));
    const before = markets.map((market) => this.#plan(market, next, time));
    await inParallel(
      before.flatMap(({ cancel }) => cancel),
      maxParallelCalls,
      (quote) => orders.cancel(quote),
    );
    this.#references = next;
    const missing = markets.flatMap((market) =>
      this.#plan(market, next, time).place.map((quote) => ({ market, quote })),
    );
    // The best prices of all markets first.
    missing.sort((one, other) => distance(one, next) - distance(other, next));
    await inParallel(missing, maxParallelCalls, ({ market, quote }) => orders.place(market, quote));
  }

  /** Keeps the price until it has moved far enough for quotes to follow. */
  #nextReference(market: QuotedMarket, time: number): number {
    const price = this.#options.prices.price(market.base, market.quote, time) ?? 0;
    const reference = this.#references.get(market.symbol);
    const hasMoved = reference === undefined || Math.abs(price / reference - 1) > market.character.step;
    return hasMoved ? price : reference;
  }

  #plan(market: QuotedMarket, references: ReadonlyMap<string, number>, time: number): QuotePlan {
    const { prices, orders, inventory, lastPrice, random } = this.#options;
    const last = lastPrice(market.symbol);
    return planQuotes({
      market,
      reference: references.get(market.symbol) ?? 0,
      quoteWorth: prices.price(market.quote, 'USDT', time) ?? 1,
      openQuotes: orders.of(market.symbol),
      appetite: { buy: inventory.appetite(market, 'buy'), sell: inventory.appetite(market, 'sell') },
      allowed:
        last === null
          ? null
          : { least: (last * (1 - bandPart)) / market.tick, most: (last * (1 + bandPart)) / market.tick },
      random,
    });
  }
}

function distance(
  { market, quote }: { market: QuotedMarket; quote: { ticks: number } },
  references: ReadonlyMap<string, number>,
): number {
  return Math.abs((quote.ticks * market.tick) / (references.get(market.symbol) ?? 1) - 1);
}
