import type { DataFee } from '@fft/chains';
import type { Address } from 'viem';
import type { EvmChain } from './evm-chain.ts';

/** Gas limits of a plain payment of the own coin, and of a token transfer or a payment of the own coin to a contract. */
export interface GasLimits {
  readonly own: bigint;
  readonly token: bigint;
}

const plain: GasLimits = { own: 21_000n, token: 100_000n };
/** Sizes of unsigned transactions, above those of our payments. */
const bytesOf = { own: 150n, token: 220n };

export interface GasCostsOptions {
  readonly chain: Pick<EvmChain, 'gasFor' | 'dataFee'>;
  readonly dataFee: DataFee;
  /** An address that holds coins. */
  readonly hot: Address;
}

/** What a payment may cost on a network: its gas, and what the network charges for its data. */
export class GasCosts {
  readonly #options: GasCostsOptions;

  constructor(options: GasCostsOptions) {
    this.#options = options;
  }

  /** Gas limits at this moment. What isn't used isn't paid. */
  async limits(): Promise<GasLimits> {
    const { chain, dataFee, hot } = this.#options;
    if (dataFee !== 'arbitrum') return plain;
    const taken = await chain.gasFor({ from: hot, to: hot, value: 0n }, 32_000_000n);
    if (taken === null) throw new Error('a payment to ourselves takes too much gas');
    // Data is charged as gas, at a price that rises and falls; a token transfer has up to twice as much of it.
    const data = taken > plain.own ? taken - plain.own : 0n;
    return { own: plain.own + 2n * data, token: plain.token + 4n * data };
  }

  /** What is charged for a payment's data beside its gas, at most. */
  async dataFee(kind: keyof GasLimits): Promise<bigint> {
    const { chain, dataFee } = this.#options;
    return dataFee === 'optimism' ? chain.dataFee(bytesOf[kind]) : 0n;
  }

  /** Maximum cost of a payment at a price of gas. */
  async costOf(kind: keyof GasLimits, feePerGas: bigint): Promise<bigint> {
    const [limits, data] = await Promise.all([this.limits(), this.dataFee(kind)]);
    return limits[kind] * feePerGas + data;
  }
}
