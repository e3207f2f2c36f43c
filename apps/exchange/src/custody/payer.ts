import { callOf, type PublicKeys, small } from '@fft/chains';
import type { Logger } from 'pino';
import { isHex, serializeTransaction, type Address, type Hex } from 'viem';
import type { ChainCoins } from './coins.ts';
import type { EvmChain, Fees } from './evm-chain.ts';
import type { AttemptRow, PaymentRow, Payments } from './payments.ts';
import type { SignerClient } from './signer-client.ts';

/** How a payment stands on the chain. */
export type Standing =
  | { readonly kind: 'waiting' }
  /** In a block, with so many confirmations by now. */
  | { readonly kind: 'landed'; readonly isGood: boolean; readonly confirmations: number; readonly txid: string }
  /** Another transaction has its nonce, so deep that none of its own can land any more. */
  | { readonly kind: 'displaced' };

export interface PayerParts {
  readonly chain: EvmChain;
  readonly chainId: number;
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly signer: SignerClient;
  readonly payments: Payments;
  readonly confirmations: number;
  readonly log: Logger;
  readonly now: () => number;
}

/** What a plain transfer of the chain's own coin takes, and the most that a token's takes. */
export const gasOf = { own: 21_000n, token: 100_000n };
/** Fees are never more than this for a unit of gas, in wei. */
const feePerGasMax = 300_000_000_000n;
/** Sent again after this long without a block, and with a higher fee after that long. */
const sendAgainMs = 15_000;
const replaceMs = 60_000;

/** Signs payments, gives them to the chain, keeps at it until they are in a block, and tells how they stand. */
export class Payer {
  readonly #parts: PayerParts;

  constructor(parts: PayerParts) {
    this.#parts = parts;
  }

  /**
   * Signs a payment that was reserved, and writes the transaction down. It is not on the chain yet.
   * @throws SigningRefused
   */
  async sign(payment: PaymentRow): Promise<AttemptRow> {
    return this.#signWith(payment, await this.#parts.chain.fees());
  }

  /** Gives what was signed to the chain. */
  async send({ raw }: Pick<AttemptRow, 'raw'>): Promise<void> {
    if (!isHex(raw)) throw new Error('an attempt is hexadecimal');
    await this.#parts.chain.broadcast(raw);
  }

  /** Where a payment stands, at this height of the chain. */
  async standing(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<Standing> {
    const { chain, confirmations } = this.#parts;
    for (const { txid } of attempts) {
      const receipt = await chain.receipt(hexOf(txid));
      if (receipt) return { kind: 'landed', isGood: receipt.isGood, confirmations: height - receipt.height + 1, txid };
    }
    const depth = height - confirmations + 1;
    const isSpent = depth > 0 && (await chain.transactionCount(this.#from(payment), depth)) > payment.nonce;
    return { kind: isSpent ? 'displaced' : 'waiting' };
  }

  /** Sends a payment that waits again, after a while with a higher fee: a tenth more isn't enough everywhere, so an eighth and a bit. */
  async pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void> {
    const { chain, now, log } = this.#parts;
    const last = attempts.at(-1);
    if (!last || now() - last.time < sendAgainMs) return;
    // What is behind a gap waits for what is before it.
    const isNext = (await chain.transactionCount(this.#from(payment))) === payment.nonce;
    if (now() - last.time < replaceMs || !isNext) return this.send(last);
    const standing = await chain.fees();
    const fees = {
      feePerGas: higher(last.fee_per_gas, standing.feePerGas),
      tipPerGas: higher(last.tip_per_gas, standing.tipPerGas),
    };
    if (fees.feePerGas > feePerGasMax) {
      log.error({ payment: payment.id }, 'a payment waits, and its fee is as high as it may be');
      return this.send(last);
    }
    await this.send(await this.#signWith(payment, fees));
  }

  async #signWith(payment: PaymentRow, fees: Fees): Promise<AttemptRow> {
    const { chainId, coins, signer, payments, now } = this.#parts;
    const coin = coins.byName(payment.coin);
    if (!coin) throw new Error(`${payment.coin} isn't of this chain`);
    const { contract } = coin;
    const call = callOf({ token: contract, to: small(payment.recipient), amount: BigInt(payment.amount) });
    const { feePerGas, tipPerGas } = capped(fees);
    const transaction = serializeTransaction({
      type: 'eip1559',
      chainId,
      nonce: payment.nonce,
      ...call,
      gas: contract === null ? gasOf.own : gasOf.token,
      maxFeePerGas: feePerGas,
      maxPriorityFeePerGas: tipPerGas,
    });
    const { purpose, reference } = payment;
    const { raw, txid } = await signer.sign({ key: keyOf(payment), transaction, purpose, reference });
    const attempt = { payment: payment.id, txid, raw, fee_per_gas: String(feePerGas), tip_per_gas: String(tipPerGas) };
    await payments.addAttempt(attempt);
    return { ...attempt, time: now() };
  }

  #from(payment: PaymentRow): Address {
    return this.#parts.keys.addressOf(keyOf(payment));
  }
}

function keyOf({ branch, key_index: index }: PaymentRow): { branch: 0 | 1; index: number } {
  return { branch: branch === 0 ? 0 : 1, index };
}

/** What gas may cost at most, whatever the chain says. */
function capped({ feePerGas, tipPerGas }: Fees): Fees {
  const fee = feePerGas > feePerGasMax ? feePerGasMax : feePerGas;
  return { feePerGas: fee, tipPerGas: tipPerGas > fee ? fee : tipPerGas };
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}

/** What a transaction that replaces another has to offer: an eighth more and a bit, as nodes ask for a tenth; or what the chain wants by now. */
function higher(old: string, wanted: bigint): bigint {
  const raised = (BigInt(old) * 1_130n) / 1_000n + 1n;
  return raised > wanted ? raised : wanted;
}
