import { calls } from '@fft/contract';
import { fundingOf } from '@fft/demo-market';
import type { Account } from './account.ts';
import type { Side } from './plan-quotes.ts';
import type { QuotedMarket } from './quoted-market.ts';

/** An account sells no more of a coin when it is down to this part of what it began with, and buys no more at 2 minus this part. */
const reserve = 0.1;
const appetiteMost = 1.5;

/** What an account holds, beside what it began with: it wants to have neither much more nor much less of any coin. */
export class Inventory {
  readonly #account: Account;
  readonly #totals = new Map<string, number>();

  constructor(account: Account) {
    this.#account = account;
    account.stream.subscribe('balances', (balances) => {
      for (const { kind, coin, total } of balances) if (kind === 'coin') this.#totals.set(coin, Number(total));
    });
  }

  async read(): Promise<void> {
    const { accounts } = await this.#account.call(calls.assets.overview, {});
    for (const { coin, total } of accounts.coin) this.#totals.set(coin, Number(total));
  }

  /** How gladly it buys or sells in a market: 1 with what it began with, 0 where it won't. */
  appetite({ base, quote }: QuotedMarket, side: Side): number {
    const [given, taken] = side === 'buy' ? [quote, base] : [base, quote];
    return Math.min(appetiteFor(this.#part(given)), appetiteFor(2 - this.#part(taken)));
  }

  /** What is held, as a part of what it began with. */
  #part(coin: string): number {
    const funding = fundingOf(coin);
    return funding === 0 ? 0 : (this.#totals.get(coin) ?? 0) / funding;
  }
}

/** What part is there to give, or what room to take. */
function appetiteFor(part: number): number {
  return Math.min(appetiteMost, Math.max(0, (part - reserve) / (1 - reserve)));
}
