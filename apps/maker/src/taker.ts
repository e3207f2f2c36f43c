import { randomUUID } from 'node:crypto';
import { calls, Code } from '@fft/contract';
import { logNormal, type PriceProcess } from '@fft/demo-market';
import { isRefused, isUnanswered, type Account } from './account.ts';
import type { Inventory } from './inventory.ts';
import type { Side } from './plan-quotes.ts';
import { lotsWorth, type QuotedMarket } from './quoted-market.ts';

/**
 * The taker pays at most this part of a customer's maker fee beyond the reference price, so anyone who places orders for it to trade with
 * pays more in fees than they gain.
 */
const feePart = 0.9;
const sizeSpread = 1.1;
/** The period over which a price trend is measured. */
const trendMs = 60_000;

export interface TakerOptions {
  readonly account: Account;
  readonly inventory: Inventory;
  readonly prices: PriceProcess;
  /** The maker's reference price, or null if unknown. */
  readonly reference: (symbol: string) => number | null;
  readonly random: () => number;
}

/** Trades with open orders so that markets have trades: more in busy times, and slightly more often with a trend than against it. */
export class Taker {
  readonly #options: TakerOptions;

  constructor(options: TakerOptions) {
    this.#options = options;
  }

  /** True if a trade is due in a market during a step of `stepMs`. */
  isDue({ character }: QuotedMarket, time: number, stepMs: number): boolean {
    const { prices, random } = this.#options;
    return random() < (character.tradesPerMinute * prices.activity(time) * stepMs) / 60_000;
  }

  /** Sends one immediate-or-cancel order within its limit. */
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
      // Such an order never rests, so an unknown outcome needs no lookup.
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
