import { hotKey, toChainUnits } from '@fft/chains';
import { parseDecimal } from '@fft/decimal';
import type { ChainFacts } from './chain-facts.ts';
import type { ChainCoin } from './coins.ts';
import type { Held } from './followed-chain.ts';
import type { OwnPayments } from './own-payments.ts';
import type { Payments } from './payments.ts';
import type { PaymentRow } from './payment-rows.ts';

/** How much of a coin may be where it can be paid from. Decimals of the coin. */
export interface HotRange {
  /** Above this, what is over `keep` goes to the cold wallet. */
  readonly most: string;
  readonly keep: string;
  /** Below this, operators are told. */
  readonly least: string;
}

/** A chain's cold wallet: its address, whose key no machine has, and how much of each coin stays hot. */
export interface ColdSettings {
  readonly address: string;
  readonly coins: Readonly<Record<string, HotRange>>;
}

export interface ColdKeeperParts {
  readonly facts: ChainFacts;
  readonly payments: Payments;
  readonly ownPayments: OwnPayments;
  readonly held: (coin: ChainCoin) => Promise<Held>;
  readonly cold: ColdSettings | undefined;
}

interface Rule {
  readonly coin: ChainCoin;
  readonly most: bigint;
  readonly keep: bigint;
  readonly least: bigint;
}

/** What these move stays hot. */
const staying: ReadonlySet<PaymentRow['purpose']> = new Set(['sweep', 'rotation']);

/** Brings what the hot wallet needn't have to the cold one. What is to come back, people bring. */
export class ColdKeeper {
  readonly #parts: ColdKeeperParts;
  readonly #rules: readonly Rule[];
  #lookedAt = 0;

  /** @throws where an address, a coin or an amount is none */
  constructor(parts: ColdKeeperParts) {
    this.#parts = parts;
    const { cold, facts } = parts;
    if (cold && !facts.addresses.isOne(cold.address))
      throw new Error(`the cold wallet of ${facts.chain} has no address of it`);
    this.#rules = Object.entries(cold?.coins ?? {}).map(([name, range]) => ruleOf(facts, name, range));
  }

  /** Once for each block. */
  async work(height: number): Promise<void> {
    const { cold } = this.#parts;
    if (!cold || height === this.#lookedAt) return;
    this.#lookedAt = height;
    for (const { coin, most, keep } of this.#rules) {
      const hot = await this.#hot(coin);
      if (hot > most) await this.#bring(coin, hot - keep, cold.address);
    }
  }

  /** The coins of which less is hot than should be. */
  async low(): Promise<string[]> {
    const found: string[] = [];
    for (const { coin, least } of this.#rules) if ((await this.#hot(coin)) < least) found.push(coin.coin);
    return found;
  }

  /** What is there, and doesn't leave already. */
  async #hot(coin: ChainCoin): Promise<bigint> {
    const { facts, payments, held } = this.#parts;
    const leaving = (await payments.open(facts.chain))
      .filter(
        (payment) => payment.branch === hotKey.branch && payment.coin === coin.coin && !staying.has(payment.purpose),
      )
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return (await held(coin)).hot - leaving;
  }

  async #bring(coin: ChainCoin, amount: bigint, recipient: string): Promise<void> {
    const { facts, payments, ownPayments } = this.#parts;
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
  if (rule.least > rule.keep || rule.keep > rule.most) throw new Error(`of ${name}, least ≤ keep ≤ most must stay hot`);
  return rule;
}
