import type { PriceProcess } from '@fft/demo-market';
import { inParallel } from './in-parallel.ts';
import type { Inventory } from './inventory.ts';
import { planQuotes, type QuotePlan } from './plan-quotes.ts';
import type { QuotedMarket } from './quoted-market.ts';
import type { StandingOrders } from './standing-orders.ts';

const callsAtOnce = 12;
/** Prices further from the last one are refused by the market (its band is 20 %). */
const bandPart = 0.19;

export interface QuoterOptions {
  readonly markets: readonly QuotedMarket[];
  readonly prices: PriceProcess;
  readonly orders: Pick<StandingOrders, 'of' | 'lookUpUnanswered' | 'cancel' | 'place'>;
  readonly inventory: Pick<Inventory, 'appetite'>;
  /** The last price of a market in quote coins; null before its first trade. */
  readonly lastPrice: (symbol: string) => number | null;
  readonly random: () => number;
}

/**
 * Keeps every market quoted. **The reference price moves only when nothing stands in its way**: each step first cancels, in all markets, the
 * quotes that would be on the wrong side of the next reference prices, waits until the exchange has confirmed every one of them, and only
 * then takes the new prices as its own and quotes around them. So at no moment, however slow network or exchange are, can anybody trade
 * with a quote at a price that the maker itself has already left behind, nor learn one market's move while another's quotes are stale.
 */
export class Quoter {
  readonly #options: QuoterOptions;
  #references: ReadonlyMap<string, number> = new Map();

  constructor(options: QuoterOptions) {
    this.#options = options;
  }

  /** What the maker takes one base coin to be worth; null before the first step. */
  reference(symbol: string): number | null {
    return this.#references.get(symbol) ?? null;
  }

  /** @throws where a call fails; reference prices have moved only if every cancellation was confirmed */
  async step(time: number): Promise<void> {
    const { markets, orders } = this.#options;
    await orders.lookUpUnanswered();
    const next = new Map(markets.map((market) => [market.symbol, this.#nextReference(market, time)]));
    const before = markets.map((market) => this.#plan(market, next, time));
    await inParallel(
      before.flatMap(({ cancel }) => cancel),
      callsAtOnce,
      (quote) => orders.cancel(quote),
    );
    this.#references = next;
    const missing = markets.flatMap((market) =>
      this.#plan(market, next, time).place.map((quote) => ({ market, quote })),
    );
    // The best prices of all markets first.
    missing.sort((one, other) => distance(one, next) - distance(other, next));
    await inParallel(missing, callsAtOnce, ({ market, quote }) => orders.place(market, quote));
  }

  /** Stays where it is until prices have moved far enough for quotes to follow. */
  #nextReference(market: QuotedMarket, time: number): number {
    const price = this.#options.prices.price(market.base, market.quote, time) ?? 0;
    const standing = this.#references.get(market.symbol);
    const hasMoved = standing === undefined || Math.abs(price / standing - 1) > market.character.step;
    return hasMoved ? price : standing;
  }

  #plan(market: QuotedMarket, references: ReadonlyMap<string, number>, time: number): QuotePlan {
    const { prices, orders, inventory, lastPrice, random } = this.#options;
    const last = lastPrice(market.symbol);
    return planQuotes({
      market,
      reference: references.get(market.symbol) ?? 0,
      quoteWorth: prices.price(market.quote, 'USDT', time) ?? 1,
      standing: orders.of(market.symbol),
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
