import type { OwnEvmNetwork } from '@fft/chains';

/** A coin on a network by a token that operators listed, as it was agreed to. Amounts are decimals of the coin. */
export interface ListedToken {
  readonly coin: string;
  readonly chain: string;
  /** In lower case. */
  readonly contract: string;
  readonly chainDecimals: number;
  /** The asset's decimals, which proofs of withdrawals use. */
  readonly ledgerDecimals: number;
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  readonly minDeposit: string;
}

/** The tokens that operators listed, as far as their agreement is proven, and the networks that settings describe. */
export class TokenList {
  #all: readonly ListedToken[] = [];
  readonly networks: readonly OwnEvmNetwork[];

  constructor(networks: readonly OwnEvmNetwork[] = []) {
    this.networks = networks;
  }

  get all(): readonly ListedToken[] {
    return this.#all;
  }

  learn(all: readonly ListedToken[]): void {
    this.#all = all;
  }

  /** Decimals of a coin that only tokens know; null for another. */
  decimalsOf(coin: string): number | null {
    return this.#all.find((token) => token.coin === coin)?.ledgerDecimals ?? null;
  }
}
