import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@fft/client';
import { calls } from '@fft/contract';
import { PriceProcess } from '@fft/demo-market';
import { Account } from './account.ts';
import { inParallel } from './in-parallel.ts';
import { Inventory } from './inventory.ts';
import { quotedMarket } from './quoted-market.ts';
import { Quoter } from './quoter.ts';
import type { Settings } from './settings.ts';
import { OpenQuotes } from './open-quotes.ts';
import { Taker } from './taker.ts';

const stepMs = 1_000;
const maxRetryMs = 10_000;
const maxParallelCancels = 12;

export interface MarketMakerOptions extends Settings {
  /** Receives progress, and failures that are retried. */
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly random?: () => number;
}

/** Quotes every market of an exchange and trades with the quotes, until it is stopped. */
export class MarketMaker {
  readonly #options: Required<MarketMakerOptions>;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;

  constructor(options: MarketMakerOptions) {
    this.#options = { random: Math.random, ...options };
  }

  /** Resolves once it has stopped and its quotes are cancelled. @throws if it can't start */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { url, market, keys, say, warn, random } = this.#options;
    const prices = new PriceProcess(market);
    const rules = await createClient({ baseUrl: url }).call(calls.market.list, {});
    const markets = rules.flatMap((each) => quotedMarket(each) ?? []);
    const maker = await Account.open({ url, login: market.maker, key: keys?.[0], warn });
    const taker = await Account.open({ url, login: market.taker, key: keys?.[1], warn });
    const orders = new OpenQuotes(maker, markets);
    const inventory = new Inventory(maker);
    const quoter = new Quoter({ markets, prices, orders, inventory, lastPrice: lastPrices(maker), random });
    const takerInventory = new Inventory(taker);
    const reference = (symbol: string) => quoter.reference(symbol);
    const takes = new Taker({ account: taker, inventory: takerInventory, prices, reference, random });
    const readAll = async (): Promise<void> => {
      await Promise.all([orders.readAll(), inventory.read(), takerInventory.read()]);
    };

    // A stream doesn't repeat events that were missed while it was down.
    let mustRead = true;
    maker.stream.onState(() => (mustRead = true));
    await this.#steps(async () => {
      const time = Date.now();
      if (mustRead) {
        await readAll();
        mustRead = false;
      }
      await quoter.step(time);
      const due = markets.filter((each) => takes.isDue(each, time, stepMs));
      await Promise.all(
        due.map(async (each) => {
          await this.#pause(random() * stepMs);
          if (!this.#stopping.signal.aborted) await takes.trade(each, time);
        }),
      );
      await this.#pause(stepMs - (Date.now() - time));
    });

    await orders.readAll().catch(() => undefined);
    await inParallel(orders.all, maxParallelCancels, (order) => orders.cancel(order)).catch(() => undefined);
    say(
      orders.all.length === 0 ? 'stopped, nothing is left open' : `stopped, ${orders.all.length} orders are left open`,
    );
    await Promise.all([maker.close(), taker.close()]);
  }

  /** Runs steps until stopped. Waits after failures, longer each time. */
  async #steps(step: () => Promise<void>): Promise<void> {
    const { warn } = this.#options;
    let waitMs = stepMs;
    while (!this.#stopping.signal.aborted) {
      try {
        await step();
        waitMs = stepMs;
      } catch (error) {
        warn(error instanceof Error ? error.message : String(error));
        await this.#pause(waitMs);
        waitMs = Math.min(waitMs * 2, maxRetryMs);
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/** Follows the last prices. They only determine the market's band: quotes follow no one else's price. */
function lastPrices(account: Account): (symbol: string) => number | null {
  const prices = new Map<string, number>();
  account.stream.subscribe('ticker', (tickers) => {
    for (const { symbol, last } of tickers) if (last !== null) prices.set(symbol, Number(last));
  });
  return (symbol) => prices.get(symbol) ?? null;
}
