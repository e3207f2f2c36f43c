import { hotKey, toChainUnits } from '@fft/chains';
import { parseDecimal } from '@fft/decimal';
import type { ChainFacts, Holdings } from '../chains/chain.ts';
import type { ChainCoin } from '../coins.ts';
import type { OwnPayments } from '../payments/own-payments.ts';
import type { Payments } from '../payments/payments.ts';
import type { PaymentRow } from '../tables.ts';

/** Bounds of a coin in the hot wallet, as decimals of the coin. */
export interface HotRange {
  /** Above this, everything over `keep` moves to the cold wallet. */
  readonly most: string;
  readonly keep: string;
  /** Below this, operators get an alarm. */
  readonly least: string;
}

/** A chain's cold wallet: its address, whose key no machine holds, and how much of each coin stays hot. */
export interface ColdSettings {
  readonly address: string;
  readonly coins: Readonly<Record<string, HotRange>>;
}

export interface ColdKeeperOptions {
  readonly facts: ChainFacts;
  readonly payments: Payments;
  readonly ownPayments: OwnPayments;
  readonly held: (coin: ChainCoin) => Promise<Holdings>;
  readonly cold: ColdSettings | undefined;
}

interface Rule {
  readonly coin: ChainCoin;
  readonly most: bigint;
  readonly keep: bigint;
  readonly least: bigint;
}

/** Purposes whose payments stay in hot wallets. */
const staying: ReadonlySet<PaymentRow['purpose']> = new Set(['sweep', 'rotation', 'allowance']);

/** Moves the hot wallet's surplus to the cold wallet. The way back is a person's work. */
export class ColdKeeper {
  readonly #options: ColdKeeperOptions;
  readonly #rules: readonly Rule[];
  #lookedAt = 0;

  /** @throws if an address, a coin or an amount is invalid */
  constructor(options: ColdKeeperOptions) {
    this.#options = options;
    const { cold, facts } = options;
    if (cold && !facts.addresses.isOne(cold.address))
      throw new Error(`the cold wallet's address is not an address of ${facts.chain}`);
    this.#rules = Object.entries(cold?.coins ?? {}).map(([name, range]) => ruleOf(facts, name, range));
  }

  /** Called once per block. */
  async work(height: number): Promise<void> {
    const { cold } = this.#options;
    if (!cold || height === this.#lookedAt) return;
    this.#lookedAt = height;
    for (const { coin, most, keep } of this.#rules) {
      const hot = await this.#hot(coin);
      if (hot > most) await this.#bring(coin, hot - keep, cold.address);
    }
  }

  /** Coins of which the hot wallet holds less than its minimum. */
  async low(): Promise<string[]> {
    const found: string[] = [];
    for (const { coin, least } of this.#rules) if ((await this.#hot(coin)) < least) found.push(coin.coin);
    return found;
  }

  /** Hot balance less what open payments take from it. */
  async #hot(coin: ChainCoin): Promise<bigint> {
    const { facts, payments, held } = this.#options;
    const leaving = (await payments.open(facts.chain))
      .filter(
        (payment) => payment.branch === hotKey.branch && payment.coin === coin.coin && !staying.has(payment.purpose),
      )
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return (await held(coin)).hot - leaving;
  }

  async #bring(coin: ChainCoin, amount: bigint, recipient: string): Promise<void> {
    const { facts, payments, ownPayments } = this.#options;
    const reference = await payments.nextReference(facts.chain, 'cold');
    const order = { purpose: 'cold', reference, key: facts.addresses.hot, coin, amount } as const;
    await ownPayments.begin({ ...order, recipient: facts.addresses.canonical(recipient) });
  }
}

function ruleOf({ chain, coins }: ChainFacts, name: string, range: HotRange): Rule {
  const coin = coins.byName(name);
  if (!coin) throw new Error(`the cold wallet of ${chain} is to get ${name}, which doesn't live there`);
  const { ledgerDecimals, chainDecimals } = coin;
  const unitsOf = (text: string): bigint => {
    const parsed = parseDecimal(text, ledgerDecimals);
    if (!parsed.ok) throw new Error(`not an amount of ${name}: ${text}`);
    return toChainUnits(parsed.units, ledgerDecimals, chainDecimals);
  };
  const rule = { coin, most: unitsOf(range.most), keep: unitsOf(range.keep), least: unitsOf(range.least) };
  if (rule.least > rule.keep || rule.keep > rule.most)
    throw new Error(`for ${name}, the hot range needs least ≤ keep ≤ most`);
  return rule;
}
