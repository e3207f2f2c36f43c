import type { EvmChain } from './evm-chain.ts';
import { isAway } from './evm-nodes.ts';

/** What a transaction offers for a unit of gas, in wei: at most in all, and at most as tip. */
export interface Fees {
  readonly feePerGas: bigint;
  readonly tipPerGas: bigint;
}

export interface FeeEstimatesOptions {
  readonly chain: Pick<EvmChain, 'baseFee' | 'tip'>;
  /** The second node; null while there is none, or it is away. */
  readonly second: () => Pick<EvmChain, 'tip'> | null;
  /** Minimum tip of a unit of gas, in wei. */
  readonly minTip: bigint;
  /** Maximum price of a unit of gas. */
  readonly maxGwei: number;
}

const weiPerGwei = 1_000_000_000n;

/**
 * Fees that get a transaction into one of the next blocks. Of what is offered, the burnt part is only taken as far as the block asks for it, but a tip is paid in full: so
 * one lying node can't raise the tip.
 */
export class FeeEstimates {
  readonly #options: FeeEstimatesOptions;

  constructor(options: FeeEstimatesOptions) {
    this.#options = options;
  }

  async current(): Promise<Fees> {
    const [base, tipPerGas] = await Promise.all([this.#options.chain.baseFee(), this.#tip()]);
    return { feePerGas: base * 2n + tipPerGas, tipPerGas };
  }

  /** The lower of both nodes' tips, within the network's limits. */
  async #tip(): Promise<bigint> {
    const { chain, second, minTip, maxGwei } = this.#options;
    const [first, other] = await Promise.all([chain.tip(), second()?.tip().catch(noneIfAway)]);
    const lower = typeof other === 'bigint' && other < first ? other : first;
    const raised = lower < minTip ? minTip : lower;
    const most = BigInt(maxGwei) * weiPerGwei;
    return raised > most ? most : raised;
  }
}

function noneIfAway(error: unknown): null {
  if (isAway(error)) return null;
  throw error;
}
