import { hotKey, type KeyRef } from '../keys.ts';
import { scriptOfAddress } from './keys.ts';
import type { UtxoNetwork } from './network.ts';

/** A spendable output of the exchange. */
export interface UtxoCoin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
  readonly key: KeyRef;
}

/** Most payments in one transaction: a failure reaches no more, and a request to the signer stays small. */
export const maxBatchSize = 50;

/** What one output pays. */
export interface PaidOutput {
  readonly recipient: string;
  readonly amount: bigint;
}

/** A planned transaction. Inputs beyond payments and fee return as change. */
export interface PaymentPlan extends PaidOutput {
  readonly coins: readonly UtxoCoin[];
  /** The payments of a batch after the first, in the order of its outputs. */
  readonly further?: readonly PaidOutput[];
  readonly changeKey: KeyRef;
  /** Zero without a change output. */
  readonly change: bigint;
  readonly fee: bigint;
}

/** The first reason of a refused plan: invalid address, amount below dust, not enough coins, or fee above the maximum. */
export type PlanRefusal = 'address' | 'dust' | 'tooLittle' | 'feeTooHigh';

export interface PlanOptions extends PaidOutput {
  readonly network: UtxoNetwork;
  /** Further payments of a batch. */
  readonly further?: readonly PaidOutput[];
  readonly changeKey: KeyRef;
  /** Spendable coins. */
  readonly coins: readonly UtxoCoin[];
  /** Fee per 1,000 virtual bytes. */
  readonly feePerKilobyte: bigint;
  /** Maximum fee of the transaction. */
  readonly maxFee: bigint;
  /**
   * The transaction to replace: the plan spends all its coins, so only one of them can be included. `fee` is null if the transaction was never broadcast
   * and need not be outbid.
   */
  readonly replaces?: { readonly coins: readonly UtxoCoin[]; readonly fee: bigint | null };
}

/** Weights in a transaction of each form, and the length of a script for change. */
const sizes = {
  // An input has an outpoint, a sequence, and the longest signature with its key.
  segwit: { rest: 42n, input: 272n, changeScript: 22 },
  legacy: { rest: 40n, input: 592n, changeScript: 25 },
} as const;

/** Plans a payment, or a batch of them, with as few coins as possible, largest first. */
export function planPayment(options: PlanOptions): PaymentPlan | PlanRefusal {
  const { network, recipient, amount, further, changeKey, replaces, maxFee } = options;
  const paid = [{ recipient, amount }, ...(further ?? [])];
  const lengths: number[] = [];
  for (const output of paid) {
    const script = scriptOfAddress(output.recipient, network);
    if (script === null) return 'address';
    if (output.amount < network.dust) return 'dust';
    lengths.push(script.length / 2);
  }
  const total = paid.reduce((sum, output) => sum + output.amount, 0n);
  const coins = [...(replaces?.coins ?? [])];
  const known = new Set(coins.map(nameOf));
  const candidates = options.coins
    .filter((coin) => !known.has(nameOf(coin)))
    .toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : nameOf(a) < nameOf(b) ? -1 : 1));
  for (;;) {
    const rest = coins.reduce((sum, coin) => sum + coin.amount, 0n) - total;
    const fee = feeOf(options, coins.length, lengths);
    if (coins.length > 0 && rest >= fee) {
      const change = rest - feeOf(options, coins.length, [...lengths, sizes[network.form].changeScript]);
      const plan = change >= network.dust ? { change, fee: rest - change } : { change: 0n, fee: rest };
      const payments = further === undefined ? { recipient, amount } : { recipient, amount, further };
      return plan.fee > maxFee ? 'feeTooHigh' : { coins, ...payments, changeKey, ...plan };
    }
    if (fee > maxFee) return 'feeTooHigh';
    const next = candidates.shift();
    if (!next || coins.length === network.maxInputs) return 'tooLittle';
    coins.push(next);
  }
}

export interface ConsolidationOptions {
  readonly network: UtxoNetwork;
  readonly recipient: string;
  /** Coins to spend, all of them. */
  readonly coins: readonly UtxoCoin[];
  readonly feePerKilobyte: bigint;
  readonly maxFee: bigint;
  /** Fee of the transaction to replace; null for a new one. */
  readonly outbids: bigint | null;
}

/** Plans one payment of all given coins, minus the fee. */
export function planConsolidation(options: ConsolidationOptions): PaymentPlan | PlanRefusal {
  const { network, recipient, coins, feePerKilobyte, maxFee, outbids } = options;
  const script = scriptOfAddress(recipient, network);
  if (script === null) return 'address';
  const size = virtualSize(coins.length, [script.length / 2], network);
  const asked = perKilobyte(feePerKilobyte, size);
  const least = outbids === null ? 0n : outbids + perKilobyte(network.fees.replacement, size);
  const fee = asked > least ? asked : least;
  if (fee > maxFee) return 'feeTooHigh';
  const amount = coins.reduce((sum, coin) => sum + coin.amount, 0n) - fee;
  return amount < network.dust ? 'dust' : { coins, recipient, amount, changeKey: hotKey, change: 0n, fee };
}

function feeOf(
  { network, feePerKilobyte, replaces }: PlanOptions,
  inputs: number,
  scriptLengths: readonly number[],
): bigint {
  const size = virtualSize(inputs, scriptLengths, network);
  const fee = perKilobyte(feePerKilobyte, size);
  const outbid = replaces?.fee ?? null;
  const least = outbid === null ? 0n : outbid + perKilobyte(network.fees.replacement, size);
  return fee > least ? fee : least;
}

/** Returns the maximum virtual size of a transaction with single-key inputs and the given output script lengths. */
export function virtualSize(
  inputs: number,
  scriptLengths: readonly number[],
  { form }: Pick<UtxoNetwork, 'form'>,
): bigint {
  const outputs = scriptLengths.reduce((sum, length) => sum + 4n * (9n + BigInt(length)), 0n);
  const weight = sizes[form].rest + sizes[form].input * BigInt(inputs) + outputs;
  return (weight + 3n) / 4n;
}

function perKilobyte(fee: bigint, size: bigint): bigint {
  return (fee * size + 999n) / 1_000n;
}

function nameOf({ txid, vout }: Pick<UtxoCoin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}
