import { randomUUID } from 'node:crypto';
import { calls, Code, type Order } from '@fft/contract';
import { isRefused, isUnanswered, type Account } from './account.ts';
import type { Quote, OpenQuote } from './plan-quotes.ts';
import type { QuotedMarket } from './quoted-market.ts';

/** Responses that mean the order has ended. */
const ended = [Code.notFound, Code.orderNotOpen];
/** Refusals that may pass later: a customer's order crosses the quote, the last price is far away, or funds are low. */
const expected = [
  Code.wouldNotRest,
  Code.priceOutsideBand,
  Code.insufficientBalance,
  Code.marketNotOpen,
  Code.amountOutOfRange,
];
const pageLength = 100;
const maxEnded = 5_000;

/** The account's open quotes, from responses and the private stream. */
export class OpenQuotes {
  readonly #account: Account;
  readonly #markets: ReadonlyMap<string, QuotedMarket>;
  readonly #open = new Map<string, OpenQuote & { readonly symbol: string }>();
  /** Recently ended orders, as a response may arrive after the push that reports the end. */
  readonly #ended = new Set<string>();
  /** Orders that were sent, but whose response was lost. */
  readonly #unanswered = new Set<string>();

  constructor(account: Account, markets: readonly QuotedMarket[]) {
    this.#account = account;
    this.#markets = new Map(markets.map((market) => [market.symbol, market]));
    account.stream.subscribe('orders', (orders) => {
      for (const order of orders) this.#take(order);
    });
  }

  of(symbol: string): readonly OpenQuote[] {
    return [...this.#open.values()].filter((order) => order.symbol === symbol);
  }

  get all(): readonly OpenQuote[] {
    return [...this.#open.values()];
  }

  /** Loads all open orders, including those of an earlier run. */
  async readAll(): Promise<void> {
    const found = new Set<string>();
    const before = new Set(this.#open.keys());
    let cursor: string | undefined;
    do {
      const page = { limit: pageLength, ...(cursor === undefined ? {} : { cursor }) };
      const { items, next } = await this.#account.call(calls.trade.openOrders, page);
      for (const order of items) {
        found.add(order.clientOrderId);
        this.#take(order);
      }
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    for (const id of before) if (!found.has(id)) this.#open.delete(id);
  }

  /** Looks up the orders whose response was lost. */
  async lookUpUnanswered(): Promise<void> {
    for (const clientOrderId of this.#unanswered) {
      const { items } = await this.#account.call(calls.trade.history, { clientOrderId, limit: 1 });
      for (const order of items) this.#take(order);
      this.#unanswered.delete(clientOrderId);
    }
  }

  /** Resolves once the order is no longer open. */
  async cancel({ clientOrderId }: OpenQuote): Promise<void> {
    try {
      this.#take(await this.#account.call(calls.trade.cancel, { clientOrderId }));
    } catch (error) {
      if (!isRefused(error, ...ended)) throw error;
      this.#end(clientOrderId);
    }
  }

  /** Places a post-only quote. Skips it if the market refuses it now. */
  async place({ symbol, formatPrice, formatQuantity }: QuotedMarket, { side, ticks, lots }: Quote): Promise<void> {
    const clientOrderId = randomUUID();
    const [price, quantity] = [formatPrice(ticks), formatQuantity(lots)];
    const order = { clientOrderId, symbol, side, type: 'limit', price, quantity, postOnly: true } as const;
    try {
      this.#take(await this.#account.call(calls.trade.create, order));
    } catch (error) {
      if (isRefused(error, ...expected)) return;
      if (isUnanswered(error)) this.#unanswered.add(clientOrderId);
      throw error;
    }
  }

  #take(order: Order): void {
    const { clientOrderId, symbol, side, price, quantity, filled } = order;
    const market = this.#markets.get(symbol);
    if (order.state !== 'processing') this.#end(clientOrderId);
    if (this.#ended.has(clientOrderId) || !market || price === null || quantity === null) return;
    const lots = market.lotsOf(quantity) - market.lotsOf(filled);
    this.#open.set(clientOrderId, { clientOrderId, symbol, side, ticks: market.ticksOf(price), lots });
  }

  #end(clientOrderId: string): void {
    this.#open.delete(clientOrderId);
    this.#ended.add(clientOrderId);
    if (this.#ended.size <= maxEnded) return;
    const [oldest] = this.#ended;
    if (oldest !== undefined) this.#ended.delete(oldest);
  }
}
