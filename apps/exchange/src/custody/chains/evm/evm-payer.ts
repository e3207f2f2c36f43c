import {
  type Call,
  type EvmChainName,
  isSameKey,
  nonceSlot,
  type PublicKeys,
  readSignedCall,
  lowerCaseAddress,
} from '@fft/chains';
import type { Logger } from 'pino';
import { isHex, serializeTransaction, type Address, type Hex } from 'viem';
import type {
  Alongside,
  BatchPayer,
  Outcome,
  PaidCoin,
  Payer,
  PaymentOrder,
  PaymentProgress,
  Readiness,
  Replacement,
} from '../chain.ts';
import type { Claims } from '../../payments/claims.ts';
import type { ChainCoins } from '../../coins.ts';
import type { IncludedTransactions } from '../../payments/included-transactions.ts';
import { carrierOf, newPayment, type Payments } from '../../payments/payments.ts';
import type { AttemptRow, PaymentRow } from '../../tables.ts';
import { type SignerClient, SignerUnavailable, SigningRefused } from '../../payments/signer-client.ts';
import { EvmBatches } from './evm-batches.ts';
import { callFor, isOf, paidBy } from './evm-calls.ts';
import type { EvmChain, Receipt } from './evm-chain.ts';
import type { FeeEstimates, Fees } from './fee-estimates.ts';
import type { GasCosts } from './gas-costs.ts';

export interface EvmPayerOptions {
  readonly chain: EvmChain;
  readonly fees: FeeEstimates;
  readonly gasCosts: GasCosts;
  readonly network: EvmChainName;
  readonly chainId: number;
  /** Maximum price of a unit of gas. */
  readonly maxGwei: number;
  /** The contract that makes several payments of a token; null to pay each by its own. */
  readonly disperse: Address | null;
  /** The coin that fees are paid in, listed or not. */
  readonly own: PaidCoin;
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly signer: SignerClient;
  readonly claims: Claims;
  readonly payments: Payments;
  readonly landings: IncludedTransactions;
  readonly confirmations: number;
  readonly log: Logger;
  readonly now: () => number;
}

const weiPerGwei = 1_000_000_000n;
/** Waits without a block before a transaction is resent, and before it is resent with a higher fee. */
const sendAgainMs = 15_000;
const replaceMs = 60_000;

/** Pays on an EVM chain. A payment, or a batch of them, uses a nonce of its key, which only one transaction can use. */
export class EvmPayer implements Payer {
  readonly #options: EvmPayerOptions;
  readonly batches?: BatchPayer;
  /** Time of the last resend of each waiting transaction, by the id of the payment that has its nonce. */
  readonly #pursued = new Map<number, number>();

  /** Upper bound of the fee per unit of gas, in wei. */
  readonly #maxFeePerGas: bigint;

  constructor(options: EvmPayerOptions) {
    this.#options = options;
    this.#maxFeePerGas = BigInt(options.maxGwei) * weiPerGwei;
    if (options.disperse !== null)
      this.batches = new EvmBatches({
        ...options,
        disperse: options.disperse,
        prepare: (order) => this.prepare(order),
        sign: (_batch, [first], alongside) => {
          if (!first) throw new Error('a batch pays something');
          return this.sign(first, alongside);
        },
        isTooPoorFor: (orders) => this.#isTooPoorFor(orders),
      });
  }

  async prepare(order: PaymentOrder): Promise<Readiness> {
    const { chain, coins, keys, payments } = this.#options;
    const payment = newPayment(coins.chain, { ...order, recipient: lowerCaseAddress(order.recipient) });
    const [isPoor, spent] = await Promise.all([
      this.#isTooPoorFor([order]),
      chain.transactionCount(keys.addressOf(order.key)),
    ]);
    return payments.reserve<Readiness>(payment, async (transaction) =>
      isPoor
        ? { kind: 'refused', reason: 'the hot wallet has too little' }
        : { nonce: await payments.freeNonce(transaction, payment, spent) },
    );
  }

  async sign(payment: PaymentRow, alongside?: Alongside): Promise<AttemptRow> {
    const fees = capped(await this.#options.fees.current(), this.#maxFeePerGas);
    // A transaction signed now would never be replaced: each new fee must exceed the last.
    if ((await this.#feeLeft(payment)) < fees.feePerGas)
      throw new SigningRefused('its address cannot pay the current fee');
    return this.#signWith(payment, fees, alongside);
  }

  async send({ raw }: Pick<AttemptRow, 'raw'>): Promise<void> {
    if (!isHex(raw)) throw new Error('an attempt is hexadecimal');
    await this.#options.chain.broadcast(raw);
  }

  async progressOf(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<PaymentProgress> {
    const { chain, confirmations: needed, landings, payments } = this.#options;
    for (const { txid } of attempts) {
      const receipt = await chain.receipt(hexOf(txid));
      // A node may still serve a block that left the chain.
      if (!receipt || (await chain.hashAt(receipt.height)) !== receipt.hash) continue;
      this.#pursued.delete(carrierOf(payment));
      const cost = await payments.shareOf(payment, receipt.cost);
      const outcome = receipt.isGood ? await this.#outcomeOf(payment, receipt) : 'failed';
      // Blocks that are not final yet have none.
      const confirmations = Math.max(0, height - receipt.height + 1);
      return { kind: 'landed', outcome, cost, confirmations, txid };
    }
    const { nonce } = await payments.carrier(payment);
    // It was given up, so that its nonce is another's.
    if (nonce === null) return { kind: 'waiting' };
    // A node that knows none of them proves nothing; a block that was read with another transaction in their place does.
    const taker = await landings.withNonce(lowerCaseAddress(this.#from(payment)), nonce);
    const isTaken = taker !== null && !attempts.some(({ txid }) => txid === taker.txid);
    const isDeep = isTaken && height - taker.height + 1 >= needed;
    return { kind: isDeep && (await this.#isByAnother(payment, hexOf(taker.txid))) ? 'displaced' : 'waiting' };
  }

  /** True if the chain has a transaction with the payment's nonce that pays something else. Rows could name any; one that pays the same is an attempt whose row is gone. */
  async #isByAnother(payment: PaymentRow, txid: Hex): Promise<boolean> {
    const taker = await this.#options.chain.included(txid);
    if (
      !taker ||
      taker.nonce !== (await this.#nonceOf(payment)) ||
      lowerCaseAddress(taker.from) !== lowerCaseAddress(this.#from(payment))
    )
      return false;
    const coin = this.#coinOf(payment);
    const isSame = coin !== null && paidBy(taker.call)?.some((paid) => isOf(payment, coin, paid)) === true;
    if (isSame) this.#options.log.error({ payment: payment.id, txid }, 'payment.attemptRowMissing');
    return !isSame;
  }

  /** A batch's transaction must pay each of its withdrawals, in their order. */
  async slotsOf(payment: PaymentRow, { txid, raw }: AttemptRow): Promise<readonly string[] | null> {
    const [signed, nonce, coin] = [await readSignedCall(raw), await this.#nonceOf(payment), this.#coinOf(payment)];
    if (!signed || !coin) return null;
    const [together, paid] = [await this.#options.payments.together(payment), paidBy(signed.call) ?? []];
    const paysAll =
      paid.length === together.length &&
      paid.every((one, index) => {
        const asked = together[index];
        return asked !== undefined && isOf(asked, coin, one);
      });
    const isSame =
      paysAll &&
      signed.txid === txid &&
      signed.chainId === this.#options.chainId &&
      signed.nonce === nonce &&
      lowerCaseAddress(signed.from) === lowerCaseAddress(this.#from(payment));
    return isSame ? [nonceSlot(keyOf(payment), nonce)] : null;
  }

  /** Resends a waiting payment, after a while with a fee one eighth higher: some nodes refuse a tenth. */
  async pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void> {
    const { chain, landings, now, log } = this.#options;
    const last = attempts.at(-1);
    if (!last || now() - Math.max(last.time, this.#pursued.get(carrierOf(payment)) ?? 0) < sendAgainMs) return;
    this.#pursued.set(carrierOf(payment), now());
    // A transaction after a gap waits for the missing nonce.
    const [from, nonce] = [this.#from(payment), await this.#nonceOf(payment)];
    const spent = await chain.transactionCount(from);
    if (spent > nonce && (await landings.withNonce(lowerCaseAddress(from), nonce)) === null)
      log.error({ payment: payment.id, nonce }, 'payment.nonceUsedElsewhere');
    if (now() - last.time < replaceMs || spent !== nonce) return this.send(last);
    const found = await this.#outbid(payment, last);
    // The chain may have dropped it, and later payments wait for it.
    if (found !== 'replaced') await this.send(last);
  }

  async replace(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<Replacement> {
    const { chain, now } = this.#options;
    const last = attempts.at(-1);
    if (!last || now() - last.time < sendAgainMs) return 'tooSoon';
    if ((await chain.transactionCount(this.#from(payment))) !== (await this.#nonceOf(payment)))
      return 'waitsForEarlier';
    return this.#outbid(payment, last);
  }

  /** Signs and sends the payment with a fee one eighth higher, or the chain's if that is higher. */
  async #outbid(payment: PaymentRow, last: AttemptRow): Promise<Replacement> {
    const { log } = this.#options;
    const current = await this.#options.fees.current();
    const fees = {
      feePerGas: higher(last.fee_per_gas, current.feePerGas),
      tipPerGas: higher(last.tip_per_gas, current.tipPerGas),
    };
    if (fees.feePerGas > (await this.#feeLeft(payment))) {
      log.error({ payment: payment.id }, 'payment.feeAtMaximum');
      return 'feeAtMaximum';
    }
    try {
      await this.send(await this.#signWith(payment, fees));
      return 'replaced';
    } catch (error) {
      const isLeft = error instanceof SigningRefused || error instanceof SignerUnavailable;
      if (!isLeft) throw error;
      log.error({ payment: payment.id, reason: error.message }, 'payment.notReplaced');
      return error instanceof SigningRefused ? 'signerRefused' : 'signerAway';
    }
  }

  /** Outcome of a successful transaction: a token may do nothing without failing. */
  async #outcomeOf(payment: PaymentRow, receipt: Receipt): Promise<Outcome> {
    const contract = this.#coinOf(payment)?.contract ?? null;
    if (contract === null || payment.purpose === 'allowance') return 'paid';
    const [from, recipient] = [lowerCaseAddress(this.#from(payment)), lowerCaseAddress(payment.recipient)];
    const reported = receipt
      .moved(new Set([contract]))
      .filter((moved) => moved.from === from && moved.to === recipient && String(moved.amount) === payment.amount);
    // Two payments of a batch may have the same recipient and amount: each needs a transfer of its own.
    const expected = (await this.#options.payments.together(payment)).filter(
      (one) => lowerCaseAddress(one.recipient) === recipient && one.amount === payment.amount,
    );
    return reported.length >= expected.length ? 'paid' : 'doubtful';
  }

  /** Gas limit of a transaction. A foreign recipient may be a contract that runs code on receipt. */
  async #gasFor(payments: readonly PaymentRow[], call: Call): Promise<bigint> {
    const { chain, gasCosts } = this.#options;
    const limits = await gasCosts.limits();
    const [payment] = payments;
    if (!payment) throw new Error('a transaction pays something');
    const from = this.#from(payment);
    if (payments.length > 1) {
      const most = limits.token * BigInt(payments.length);
      const taken = await chain.gasFor({ from, ...call }, most);
      if (taken === null) throw new SigningRefused('its contract would not make all payments');
      return lesser((taken * 5n) / 4n, most);
    }
    if (call.data !== '0x') return limits.token;
    if (payment.purpose !== 'withdrawal' && payment.purpose !== 'cold') return limits.own;
    const taken = await chain.gasFor({ from, to: call.to, value: call.value }, limits.token);
    if (taken === null) throw new SigningRefused('its recipient does not accept it');
    return taken <= limits.own ? limits.own : lesser((taken * 5n) / 4n, limits.token);
  }

  /** Signs for a payment, with all others of its batch. */
  async #signWith(payment: PaymentRow, fees: Fees, alongside?: Alongside): Promise<AttemptRow> {
    const { network, chainId, claims, signer, payments, disperse, now } = this.#options;
    const coin = this.#coinOf(payment);
    if (!coin) throw new Error(`${payment.coin} isn't of this chain`);
    const together = await payments.together(payment);
    const call = callFor(together, { coin, disperse });
    const { feePerGas, tipPerGas } = fees;
    const transaction = serializeTransaction({
      type: 'eip1559',
      chainId,
      nonce: await this.#nonceOf(payment),
      ...call,
      gas: await this.#gasFor(together, call),
      maxFeePerGas: feePerGas,
      maxPriorityFeePerGas: tipPerGas,
    });
    const claim = payment.purpose === 'withdrawal' ? await claims.ofBatch(together) : await claims.of(payment);
    const { raw, txid } = await signer.sign({ chain: network, key: keyOf(payment), transaction, ...claim });
    const fee_per_gas = String(feePerGas);
    const attempt = {
      payment: carrierOf(payment),
      txid,
      raw,
      fee_per_gas,
      tip_per_gas: String(tipPerGas),
      fee: null,
      valid_until: null,
    };
    await payments.addAttempt(attempt, alongside);
    return { ...attempt, time: now() };
  }

  async forget(payment: PaymentRow): Promise<void> {
    await this.#options.payments.forget(payment);
  }

  /** True if the hot wallet lacks the sum beside its open payments. All orders are of one coin. Deposit addresses and former hot wallets pay what they have. */
  async #isTooPoorFor(orders: readonly PaymentOrder[]): Promise<boolean> {
    const { chain, fees, gasCosts, coins, own, keys, payments } = this.#options;
    const [first] = orders;
    if (!first || !isSameKey(first.key, keys.hot)) return false;
    const { key, coin } = first;
    const hot = keys.addressOf(key);
    const open = (await payments.open(coins.chain)).filter(
      (payment) => isSameKey(keyOf(payment), key) && payment.state === 'signed',
    );
    const leaving = (name: string): bigint =>
      open.reduce((sum, payment) => (payment.coin === name ? sum + takenBy(payment) : sum), 0n);
    const asked = orders.reduce((sum, order) => sum + takenBy(order), 0n);
    const { feePerGas } = await fees.current();
    const count = BigInt(open.length + orders.length);
    const gas = count * (await gasCosts.costOf('token', feePerGas)) + leaving(own.coin);
    const ownNeeded = coin.contract === null ? gas + asked : gas;
    if ((await chain.balance(hot, null)) < ownNeeded) return true;
    return (
      coin.contract !== null && (await chain.balance(hot, lowerCaseAddress(coin.contract))) < leaving(coin.coin) + asked
    );
  }

  /** Maximum fee per unit of gas, in wei, that the payment's address can afford. The hot wallet waits until it has enough. */
  async #feeLeft(payment: PaymentRow): Promise<bigint> {
    const { chain, gasCosts, own, keys } = this.#options;
    const isToken = payment.coin !== own.coin;
    if (isToken || isSameKey(keyOf(payment), keys.hot)) return this.#maxFeePerGas;
    const balance = await chain.balance(this.#from(payment), null);
    const left = balance - BigInt(payment.amount) - (await gasCosts.dataFee('own'));
    return lesser(left / (await gasCosts.limits()).own, this.#maxFeePerGas);
  }

  /** The coin of a payment; the own one may pay gas without being listed. */
  #coinOf({ coin }: Pick<PaymentRow, 'coin'>): PaidCoin | null {
    const { coins, own } = this.#options;
    return coins.byName(coin) ?? (coin === own.coin ? own : null);
  }

  /** The nonce of its transaction, which its batch has. */
  async #nonceOf(payment: PaymentRow): Promise<number> {
    const { id, nonce } = await this.#options.payments.carrier(payment);
    if (nonce === null) throw new Error(`payment ${id} has no nonce`);
    return nonce;
  }

  #from(payment: PaymentRow): Address {
    return this.#options.keys.addressOf(keyOf(payment));
  }
}

/** An allowance takes nothing. */
function takenBy({ purpose, amount }: Pick<PaymentRow, 'purpose'> & { readonly amount: bigint | string }): bigint {
  return purpose === 'allowance' ? 0n : BigInt(amount);
}

function keyOf({ branch, key_index: index }: PaymentRow): { branch: 0 | 1; index: number } {
  return { branch: branch === 0 ? 0 : 1, index };
}

/** Applies the upper bound to the fees that the chain suggests. */
function capped({ feePerGas, tipPerGas }: Fees, most: bigint): Fees {
  const fee = lesser(feePerGas, most);
  return { feePerGas: fee, tipPerGas: lesser(tipPerGas, fee) };
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}

/** Fee of a replacement: one eighth more plus one, as nodes require a tenth, or the chain's current fee if higher. */
function higher(old: string | null, wanted: bigint): bigint {
  const raised = (BigInt(old ?? 0) * 1_130n) / 1_000n + 1n;
  return raised > wanted ? raised : wanted;
}
