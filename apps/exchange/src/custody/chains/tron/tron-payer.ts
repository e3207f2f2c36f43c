import { isSameKey, readSignedTron, type TronPayment, type TronPublicKeys } from '@fft/chains';
import type { Logger } from 'pino';
import type { Claims } from '../../payments/claims.ts';
import type { ChainCoins } from '../../coins.ts';
import type { Alongside, Outcome, Payer, PaymentOrder, PaymentProgress, Readiness, Replacement } from '../chain.ts';
import type { IncludedTransactions } from '../../payments/included-transactions.ts';
import { newPayment, type Payments } from '../../payments/payments.ts';
import type { AttemptRow, PaymentRow } from '../../tables.ts';
import { type SignerClient, SigningRefused } from '../../payments/signer-client.ts';
import { TronBytesDoubted, type TronNode, type TronOutcome, TronRefusal } from './tron-node.ts';
import { trx } from './tron-addresses.ts';

export interface TronPayerOptions {
  readonly node: TronNode;
  readonly coins: ChainCoins;
  readonly keys: TronPublicKeys;
  readonly signer: SignerClient;
  readonly claims: Claims;
  readonly payments: Payments;
  readonly landings: IncludedTransactions;
  /** Maximum burn of one transaction, in millionths of TRX. */
  readonly feeMax: bigint;
  /** A payer of the second node: a payment is signed again once both nodes agree that its transaction cannot land any more. */
  readonly second?: TronPayer;
  readonly log: Logger;
  readonly now: () => number;
}

/** Wait without a block before a transaction is resent. */
const sendAgainMs = 15_000;
/** An expired transaction cannot land once a final block's time is this much later. */
const clocksDifferMs = 60_000;
/** After this many attempts that expired without landing, the payment is given up. */
const maxAttempts = 3;

/**
 * Pays on Tron, which has no nonces. A payment cannot land twice because a transaction expires within minutes, and another is signed only once the chain is final past
 * that time and no block has an earlier one. The signer enforces the same by its own clock.
 */
export class TronPayer implements Payer {
  readonly #options: TronPayerOptions;

  constructor(options: TronPayerOptions) {
    this.#options = options;
  }

  async prepare(order: PaymentOrder): Promise<Readiness> {
    const { coins, payments } = this.#options;
    const reason = await this.#poverty(order);
    return payments.reserve<Readiness>(newPayment(coins.chain, order), async () =>
      reason === null ? { nonce: null } : { kind: 'refused', reason },
    );
  }

  async sign(payment: PaymentRow, alongside?: Alongside): Promise<AttemptRow> {
    const { node, claims, signer, payments, feeMax, now } = this.#options;
    const asked = this.#asked(payment);
    const feeLimit = await orRefused(() => node.feeLimit(asked));
    if (feeLimit > feeMax) throw new SigningRefused('its fee is above the maximum');
    const transaction = await orRefused(() => node.make(asked, { feeLimit, now: now() }));
    const claim = await claims.of(payment);
    const { raw, txid } = await signer.sign({ chain: 'TRX', key: keyOf(payment), transaction, ...claim });
    const attempt = {
      payment: payment.id,
      txid,
      raw,
      fee_per_gas: null,
      tip_per_gas: null,
      fee: String(feeLimit),
      valid_until: null,
    };
    await payments.addAttempt(attempt, alongside);
    return { ...attempt, time: now() };
  }

  async send({ raw }: Pick<AttemptRow, 'raw'>): Promise<void> {
    await this.#options.node.broadcast(raw);
  }

  async progressOf(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<PaymentProgress> {
    const { landed, isVoid } = await this.#look(attempts);
    if (landed) {
      const { txid, outcome: found } = landed;
      const outcome = this.#outcomeOf(payment, found);
      return { kind: 'landed', outcome, cost: found.cost, confirmations: height - found.height + 1, txid };
    }
    return { kind: isVoid && attempts.length >= maxAttempts ? 'displaced' : 'waiting' };
  }

  async slotsOf(payment: PaymentRow, { txid, raw }: AttemptRow): Promise<readonly string[] | null> {
    const [signed, asked] = [readSignedTron(raw), this.#asked(payment)];
    const isSame =
      signed?.txid === txid &&
      signed.owner === asked.owner &&
      signed.token === asked.token &&
      signed.to === asked.to &&
      signed.amount === asked.amount;
    return isSame ? [txid] : null;
  }

  /** Resends a waiting payment; signs a new transaction once the last one has expired for good. */
  async pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void> {
    const { now, log } = this.#options;
    const last = attempts.at(-1);
    if (!last || now() - last.time < sendAgainMs) return;
    if (now() < endOf(last)) return this.send(last);
    const { landed, isVoid } = await this.#look(attempts);
    if (landed || !isVoid || attempts.length >= maxAttempts) return;
    const { second } = this.#options;
    if (second && !(await second.isVoid(attempts))) return;
    try {
      await this.send(await this.sign(payment));
    } catch (error) {
      if (!(error instanceof SigningRefused)) throw error;
      log.error({ payment: payment.id, reason: error.message }, 'payment.expiredUnlanded');
    }
  }

  /** True if none of these can be in a block any more. */
  async isVoid(attempts: readonly AttemptRow[]): Promise<boolean> {
    return (await this.#look(attempts)).isVoid;
  }

  /** A transaction there has no nonce: until it expires, a second one would be a second payment. */
  async replace(): Promise<Replacement> {
    return 'unsupported';
  }

  async forget(payment: PaymentRow): Promise<void> {
    await this.#options.payments.forget(payment);
  }

  /** Finds the attempt that is in a block. If there is none: whether none can be any more, because the chain is final past their expiry and the blocks up to there were read without them. */
  async #look(
    attempts: readonly AttemptRow[],
  ): Promise<{ landed: { outcome: TronOutcome; txid: string } | null; isVoid: boolean }> {
    const { node, landings } = this.#options;
    const final = await node.final();
    for (const { txid } of attempts) {
      const outcome = await node.receipt(txid);
      if (!outcome) continue;
      // A block that left the chain, or was not read yet, proves neither.
      const isThere = await landings.isAt(txid, outcome.height);
      return { landed: isThere ? { outcome, txid } : null, isVoid: false };
    }
    const haveEnded = attempts.every((attempt) => endOf(attempt) + clocksDifferMs <= final.time);
    const txids = attempts.map(({ txid }) => txid);
    return { landed: null, isVoid: haveEnded && (await landings.haveNone(txids, final.height)) };
  }

  /** Why the hot wallet cannot pay beside its open payments; null if it can. Deposit addresses and former hot wallets pay what they have. */
  async #poverty({ key, coin, amount }: PaymentOrder): Promise<string | null> {
    const { node, coins, keys, payments, feeMax } = this.#options;
    if (!isSameKey(key, keys.hot)) return null;
    const hot = keys.addressOf(key);
    const open = (await payments.open(coins.chain)).filter((payment) => isSameKey(keyOf(payment), key));
    const leaving = open
      .filter((payment) => payment.coin === coin.coin)
      .reduce((sum, payment) => sum + BigInt(payment.amount), 0n);
    if ((await node.balance(coin.contract, hot)) < leaving + amount) return 'the hot wallet has too little';
    const burning = BigInt(open.length + 1) * feeMax;
    return (await node.burnable(hot)) < burning ? 'the hot wallet has too little TRX for its fee' : null;
  }

  /** A token may do nothing without failing. */
  #outcomeOf(payment: PaymentRow, outcome: TronOutcome): Outcome {
    const { owner, token, to, amount } = this.#asked(payment);
    if (token === null) return outcome.isPlain ? 'paid' : 'failed';
    if (!outcome.isGood) return 'failed';
    const isPaid = outcome
      .moved(new Set([token]))
      .some((moved) => moved.from === owner && moved.to === to && moved.amount === amount);
    return isPaid ? 'paid' : 'doubtful';
  }

  #asked(payment: PaymentRow): TronPayment {
    const { coins, keys } = this.#options;
    const coin = payment.coin === trx.coin ? trx : coins.byName(payment.coin);
    if (!coin) throw new Error(`${payment.coin} isn't of this chain`);
    const { recipient: to, amount } = payment;
    return { owner: keys.addressOf(keyOf(payment)), token: coin.contract, to, amount: BigInt(amount) };
  }
}

/** Semaphore a node's refusal, or bytes that differ from the request, into a refusal to sign. */
async function orRefused<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    if (error instanceof TronRefusal || error instanceof TronBytesDoubted)
      throw new SigningRefused(error.message, { cause: error });
    throw error;
  }
}

function keyOf({ branch, key_index: index }: PaymentRow): { branch: 0 | 1; index: number } {
  return { branch: branch === 0 ? 0 : 1, index };
}

/** Time after which it cannot be in a block any more. */
function endOf({ txid, raw }: AttemptRow): number {
  const read = readSignedTron(raw);
  if (!read) throw new Error(`what was signed as ${txid} can't be read`);
  return read.expires;
}
