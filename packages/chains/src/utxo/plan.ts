import { hotKey, type KeyRef } from '../keys.ts';
import { scriptOfAddress } from './keys.ts';
import type { UtxoNetwork } from './network.ts';

/** An output of ours that can be spent. */
export interface UtxoCoin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
  readonly key: KeyRef;
}

/** What one transaction is to do. What comes in beside payment and fee goes back to a key of ours. */
export interface PaymentPlan {
  readonly coins: readonly UtxoCoin[];
  readonly recipient: string;
  readonly amount: bigint;
  readonly changeKey: KeyRef;
  /** Zero where there is no output for it. */
  readonly change: bigint;
  readonly fee: bigint;
}

/** Why there is no plan, the first that applies: not an address of the network, less than is passed on, less coins than needed, a fee above the most it may be. */
export type PlanRefusal = 'address' | 'dust' | 'tooLittle' | 'feeTooHigh';

export interface PlanOptions {
  readonly network: UtxoNetwork;
  readonly recipient: string;
  readonly amount: bigint;
  readonly changeKey: KeyRef;
  /** Those that may be spent. */
  readonly coins: readonly UtxoCoin[];
  /** Units for a thousand bytes (virtual ones). */
  readonly feePerKilobyte: bigint;
  /** The most that the whole transaction may cost. */
  readonly feeMax: bigint;
  /**
   * What this plan is to take the place of: all its coins are spent again, so that only one of both can land. A fee that nobody was offered yet needn't
   * be outbid, and is null.
   */
  readonly replaces?: { readonly coins: readonly UtxoCoin[]; readonly fee: bigint | null };
}

/** What nodes ask of a replacement for a thousand bytes, beyond the fee of what it replaces. */
const replacementPerKilobyte = 10_000n;
/** More would make a transaction too large to be passed on well. */
const inputsMax = 200;

const weightOfRest = 42n;
/** Outpoint, sequence, and the longest signature with its key. */
const weightOfInput = 272n;

/** Chooses coins, the largest first, so that payment and fee are covered by as few as can be. */
export function planPayment(options: PlanOptions): PaymentPlan | PlanRefusal {
  const { network, recipient, amount, changeKey, replaces, feeMax } = options;
  const script = scriptOfAddress(recipient, network);
  if (script === null) return 'address';
  if (amount < network.dust) return 'dust';
  const coins = [...(replaces?.coins ?? [])];
  const known = new Set(coins.map(nameOf));
  const further = options.coins
    .filter((coin) => !known.has(nameOf(coin)))
    .toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : nameOf(a) < nameOf(b) ? -1 : 1));
  const lengths = [script.length / 2];
  for (;;) {
    const rest = coins.reduce((sum, coin) => sum + coin.amount, 0n) - amount;
    const fee = feeOf(options, coins.length, lengths);
    if (coins.length > 0 && rest >= fee) {
      const change = rest - feeOf(options, coins.length, [...lengths, changeScriptLength]);
      const plan = change >= network.dust ? { change, fee: rest - change } : { change: 0n, fee: rest };
      return plan.fee > feeMax ? 'feeTooHigh' : { coins, recipient, amount, changeKey, ...plan };
    }
    if (fee > feeMax) return 'feeTooHigh';
    const next = further.shift();
    if (!next || coins.length === inputsMax) return 'tooLittle';
    coins.push(next);
  }
}

const changeScriptLength = 22;

export interface GatheringOptions {
  readonly network: UtxoNetwork;
  readonly recipient: string;
  /** All of them are spent. */
  readonly coins: readonly UtxoCoin[];
  readonly feePerKilobyte: bigint;
  readonly feeMax: bigint;
  /** The fee of a transaction of the same coins that this one is to take the place of. */
  readonly outbids: bigint | null;
}

/** One payment of all that some coins are worth, but for the fee. */
export function planGathering(options: GatheringOptions): PaymentPlan | PlanRefusal {
  const { network, recipient, coins, feePerKilobyte, feeMax, outbids } = options;
  const script = scriptOfAddress(recipient, network);
  if (script === null) return 'address';
  const size = virtualSize(coins.length, [script.length / 2]);
  const asked = perKilobyte(feePerKilobyte, size);
  const least = outbids === null ? 0n : outbids + perKilobyte(replacementPerKilobyte, size);
  const fee = asked > least ? asked : least;
  if (fee > feeMax) return 'feeTooHigh';
  const amount = coins.reduce((sum, coin) => sum + coin.amount, 0n) - fee;
  return amount < network.dust ? 'dust' : { coins, recipient, amount, changeKey: hotKey, change: 0n, fee };
}

function feeOf({ feePerKilobyte, replaces }: PlanOptions, inputs: number, scriptLengths: readonly number[]): bigint {
  const size = virtualSize(inputs, scriptLengths);
  const fee = perKilobyte(feePerKilobyte, size);
  const outbid = replaces?.fee ?? null;
  const least = outbid === null ? 0n : outbid + perKilobyte(replacementPerKilobyte, size);
  return fee > least ? fee : least;
}

/** Bytes as fees count them, at most: of inputs by one key each, and outputs by the length of their scripts. */
export function virtualSize(inputs: number, scriptLengths: readonly number[]): bigint {
  const outputs = scriptLengths.reduce((sum, length) => sum + 4n * (9n + BigInt(length)), 0n);
  const weight = weightOfRest + weightOfInput * BigInt(inputs) + outputs;
  return (weight + 3n) / 4n;
}

function perKilobyte(fee: bigint, size: bigint): bigint {
  return (fee * size + 999n) / 1_000n;
}

function nameOf({ txid, vout }: Pick<UtxoCoin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}
