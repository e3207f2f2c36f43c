import { calls } from '@fft/contract';
import { fundingOf } from '@fft/demo-market';
import type { Account } from './account.ts';
import type { Side } from './plan-quotes.ts';
import type { QuotedMarket } from './quoted-market.ts';

/** An account sells no more of a coin below this part of its initial balance, and buys no more above 2 minus this part. */
const reserve = 0.1;
const maxAppetite = 1.5;

/** The account's balances relative to the initial ones, which it tries to keep. */
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

  /** The wish to buy or sell in a market: 1 at the initial balances, 0 for none. */
  appetite({ base, quote }: QuotedMarket, side: Side): number {
    const [given, taken] = side === 'buy' ? [quote, base] : [base, quote];
    return Math.min(appetiteFor(this.#part(given)), appetiteFor(2 - this.#part(taken)));
  }

  /** The balance as a part of the initial one. */
  #part(coin: string): number {
    const funding = fundingOf(coin);
    return funding === 0 ? 0 : (this.#totals.get(coin) ?? 0) / funding;
  }
}

/** The part that can still be sold or bought. */
function appetiteFor(part: number): number {
  return Math.min(maxAppetite, Math.max(0, (part - reserve) / (1 - reserve)));
}
