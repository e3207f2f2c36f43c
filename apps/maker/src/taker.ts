import { randomUUID } from 'node:crypto';
import { calls, Code } from '@fft/contract';
import { logNormal, type PriceProcess } from '@fft/demo-market';
import { isRefused, isUnanswered, type Account } from './account.ts';
import type { Inventory } from './inventory.ts';
import type { Side } from './plan-quotes.ts';
import { lotsWorth, type QuotedMarket } from './quoted-market.ts';

/**
 * The taker pays at most this part of a customer's maker fee more than the reference price: whoever puts an order in its way to be traded
 * with pays more in fees than he gains.
 */
const feePart = 0.9;
const sizeSpread = 1.1;
/** What a move is measured over, to follow it. */
const trendMs = 60_000;

export interface TakerOptions {
  readonly account: Account;
  readonly inventory: Inventory;
  readonly prices: PriceProcess;
  /** The maker's, or null where it isn't known. */
  readonly reference: (symbol: string) => number | null;
  readonly random: () => number;
}

/** Trades with what stands in the books, so that there are trades: busier and calmer with the market, a little more often with a move than against it. */
export class Taker {
  readonly #options: TakerOptions;

  constructor(options: TakerOptions) {
    this.#options = options;
  }

  /** Whether a trade is due in a market, for a step of `stepMs`. */
  isDue({ character }: QuotedMarket, time: number, stepMs: number): boolean {
    const { prices, random } = this.#options;
    return random() < (character.tradesPerMinute * prices.activity(time) * stepMs) / 60_000;
  }

  /** Sends one order, which takes what it finds within its limit and nothing else. */
  async trade(market: QuotedMarket, time: number): Promise<void> {
    const { account, inventory, prices, reference: referenceOf, random } = this.#options;
    const reference = referenceOf(market.symbol);
    if (reference === null) return;
    const side = this.#side(market, time);
    const ticks = limitTicks(market, reference, side);
    const quoteWorth = prices.price(market.quote, 'USDT', time) ?? 1;
    const worth = market.character.tradeWorth * logNormal(random, sizeSpread) * inventory.appetite(market, side);
    if (worth === 0) return;
    const order = {
      clientOrderId: randomUUID(),
      symbol: market.symbol,
      side,
      type: 'limit',
      timeInForce: 'IOC',
      price: market.formatPrice(ticks),
      quantity: market.formatQuantity(lotsWorth(market, ticks, worth / quoteWorth)),
    } as const;
    try {
      await account.call(calls.trade.create, order);
    } catch (error) {
      // An order that takes at once leaves nothing behind to be looked up.
      const refusals = [Code.insufficientBalance, Code.priceOutsideBand, Code.marketNotOpen, Code.amountOutOfRange];
      if (!isUnanswered(error) && !isRefused(error, ...refusals)) throw error;
    }
  }

  #side(market: QuotedMarket, time: number): Side {
    const { prices, inventory, random } = this.#options;
    const now = prices.price(market.base, market.quote, time) ?? 1;
    const before = prices.price(market.base, market.quote, time - trendMs) ?? 1;
    const trend = Math.tanh(500 * (now / before - 1));
    const lean = inventory.appetite(market, 'buy') - inventory.appetite(market, 'sell');
    return random() < 0.5 + 0.25 * trend + 0.3 * lean ? 'buy' : 'sell';
  }
}

/** The worst price that the taker accepts. */
export function limitTicks({ tick, makerFee }: QuotedMarket, reference: number, side: Side): number {
  const edge = makerFee * feePart;
  return side === 'buy' ? Math.floor((reference * (1 + edge)) / tick) : Math.ceil((reference * (1 - edge)) / tick);
}
