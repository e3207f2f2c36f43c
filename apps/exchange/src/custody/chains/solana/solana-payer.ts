import { hex } from '@scure/base';
import {
  isSameKey,
  readSignedSolana,
  readSolanaTerms,
  solanaCost,
  solanaMessageOf,
  solanaMismatch,
  type SolanaPayment,
  solanaPrograms,
  type SolanaPublicKeys,
  walletRent,
} from '@fft/chains';
import type { Logger } from 'pino';
import type { Claims } from '../../payments/claims.ts';
import type { ChainCoins } from '../../coins.ts';
import type { IncludedTransactions } from '../../payments/included-transactions.ts';
import type { Alongside, Payer, PaymentOrder, PaymentProgress, Readiness, Replacement } from '../chain.ts';
import type { AttemptRow, PaymentRow } from '../../tables.ts';
import { newPayment, type Payments } from '../../payments/payments.ts';
import { type SignerClient, SigningRefused } from '../../payments/signer-client.ts';
import { sol, termsOf } from './solana-terms.ts';
import type { SolanaNode, SolanaOutcome } from './solana-node.ts';

export interface SolanaPayerOptions {
  readonly node: SolanaNode;
  readonly coins: ChainCoins;
  readonly keys: SolanaPublicKeys;
  readonly signer: SignerClient;
  readonly claims: Claims;
  readonly payments: Payments;
  readonly landings: IncludedTransactions;
  /** The most that one transaction may cost, with the rent of an account that it opens; lamports. */
  readonly feeMax: bigint;
  /** A payer of the second node: a payment is signed again once both nodes agree that its transaction cannot land any more. */
  readonly second?: SolanaPayer;
  readonly log: Logger;
  readonly now: () => number;
}

/** Wait without a block before a transaction is sent again. */
const sendAgainMs = 10_000;
/** The signer signs no second transaction for a payment earlier, whatever the chain says. */
const signAgainMs = 125_000;
/** After this many attempts that expired without landing, the payment is given up. */
const maxAttempts = 3;

/**
 * Pays on Solana, which has no nonces. A payment cannot land twice: a transaction names a recent blockhash, and another is signed only once final blocks are past the
 * last that could include it, all of them were read, and none has it. The stored height alone proves nothing: the chain must say as well that the blockhash has expired.
 */
export class SolanaPayer implements Payer {
  readonly #options: SolanaPayerOptions;

  constructor(options: SolanaPayerOptions) {
    this.#options = options;
  }

  get node(): SolanaNode {
    return this.#options.node;
  }

  async prepare(order: PaymentOrder): Promise<Readiness> {
    const { coins, payments } = this.#options;
    const reason = (await this.#recipientDoubt(order)) ?? (await this.#poverty(order));
    return payments.reserve<Readiness>(newPayment(coins.chain, order), async () =>
      reason === null ? { nonce: null } : { kind: 'refused', reason },
    );
  }

  async sign(payment: PaymentRow, alongside?: Alongside): Promise<AttemptRow> {
    const { node, second, claims, signer, payments, feeMax, now } = this.#options;
    const asked = this.#asked(payment);
    const { terms, validUntil } = await termsOf({ node, second: second?.node ?? null }, asked, payment);
    const fee = solanaCost(asked, terms);
    if (fee > feeMax) throw new SigningRefused('its fee is above the maximum');
    const claim = await claims.of(payment);
    const { raw, txid } = await signer.sign({
      chain: 'SOL',
      key: keyOf(payment),
      transaction: hex.encode(solanaMessageOf(asked, terms)),
      payment: { mint: asked.token?.mint ?? null, to: asked.to, amount: String(asked.amount) },
      ...claim,
    });
    const attempt = { payment: payment.id, txid, raw, fee_per_gas: null, tip_per_gas: null, fee: String(fee) };
    await payments.addAttempt({ ...attempt, valid_until: validUntil }, alongside);
    return { ...attempt, valid_until: validUntil, time: now() };
  }

  async send({ raw }: Pick<AttemptRow, 'raw'>): Promise<void> {
    await this.#options.node.send(raw);
  }

  async progressOf(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<PaymentProgress> {
    const { landed, isVoid } = await this.#look(attempts);
    if (landed) {
      const { txid, outcome: found } = landed;
      const { isGood, slot } = found;
      const outcome = isGood ? 'paid' : 'failed';
      return { kind: 'landed', outcome, cost: this.#costOf(payment, found), confirmations: height - slot + 1, txid };
    }
    return { kind: isVoid && attempts.length >= maxAttempts ? 'displaced' : 'waiting' };
  }

  async slotsOf(payment: PaymentRow, { txid, raw }: AttemptRow): Promise<readonly string[] | null> {
    const signed = readSignedSolana(raw);
    const isSame = signed?.txid === txid && solanaMismatch(signed.message, this.#asked(payment)) === null;
    return isSame ? [txid] : null;
  }

  /** Sends a waiting payment again; signs a new transaction once the last one has expired for good. */
  async pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void> {
    const { now, log, second } = this.#options;
    const last = attempts.at(-1);
    if (!last || now() - last.time < sendAgainMs) return;
    const { landed, isVoid } = await this.#look(attempts);
    if (landed) return;
    if (!isVoid) return this.send(last);
    if (attempts.length >= maxAttempts || now() - last.time < signAgainMs) return;
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

  /** Until a transaction expires, a second one would be a second payment. */
  async replace(): Promise<Replacement> {
    return 'unsupported';
  }

  async forget(payment: PaymentRow): Promise<void> {
    await this.#options.payments.forget(payment);
  }

  /** Finds the attempt that is in a block. If there is none: whether none can be any more. */
  async #look(
    attempts: readonly AttemptRow[],
  ): Promise<{ landed: { outcome: SolanaOutcome; txid: string } | null; isVoid: boolean }> {
    const { node, landings } = this.#options;
    for (const { txid } of attempts) {
      const outcome = await node.outcome(txid);
      if (!outcome) continue;
      // A block that was not read yet proves nothing.
      const isThere = await landings.isAt(txid, outcome.slot);
      return { landed: isThere ? { outcome, txid } : null, isVoid: false };
    }
    return { landed: null, isVoid: await this.#areVoid(attempts) };
  }

  /** True if none can be in a block any more: all final blocks that could have one were read, and have none. */
  async #areVoid(attempts: readonly AttemptRow[]): Promise<boolean> {
    const { node, landings } = this.#options;
    const height = await landings.lastRead();
    const read = height === null ? null : await node.slot(height);
    if (height === null || read === null) return false;
    const isPast = attempts.every(({ valid_until: until }) => until !== null && until < read.blockHeight);
    const txids = attempts.map(({ txid }) => txid);
    if (!isPast || !(await landings.haveNone(txids, height))) return false;
    const valid = await Promise.all(attempts.map((one) => node.isBlockhashValid(blockhashOf(one), height)));
    return !valid.includes(true);
  }

  /** The fee, and the rent of an account that was opened: what the hot wallet lost beside the payment itself. */
  #costOf(payment: PaymentRow, { isGood, change }: SolanaOutcome): bigint {
    const { feePayer, owner, token, to, amount } = this.#asked(payment);
    if (token !== null || !isGood) return -change;
    const moved = (to === feePayer ? amount : 0n) - (owner === feePayer ? amount : 0n);
    return moved - change;
  }

  /** Programs and accounts of programs lose what they receive. */
  async #recipientDoubt({ purpose, coin, recipient, amount }: PaymentOrder): Promise<string | null> {
    if (purpose !== 'withdrawal') return null;
    const account = await this.#options.node.account(recipient);
    if (account === null) {
      const opensWallet = coin.contract === null && amount < walletRent;
      return opensWallet ? 'the amount is below what a new wallet must hold' : null;
    }
    const isWallet = account.owner === solanaPrograms.system && !account.isProgram && account.data.length === 0;
    return isWallet ? null : 'its address is not a wallet';
  }

  /** Why the hot wallet cannot pay beside its open payments; null if it can. It pays the fees of all of them. */
  async #poverty({ key, coin, amount }: PaymentOrder): Promise<string | null> {
    const { node, coins, keys, payments, feeMax } = this.#options;
    const hot = keys.addressOf(keys.hot);
    const open = await payments.open(coins.chain);
    const leaving = (name: string): bigint =>
      open
        .filter((payment) => payment.coin === name && isSameKey(keyOf(payment), keys.hot))
        .reduce((sum, payment) => sum + BigInt(payment.amount), 0n);
    const isOwn = isSameKey(key, keys.hot);
    const paid = isOwn ? leaving(coin.coin) + amount : 0n;
    if (coin.contract !== null && paid > 0n && (await node.balance(hot, coin.contract)) < paid)
      return 'the hot wallet has too little';
    const ofSol = coin.contract === null && isOwn ? paid : leaving(sol.coin);
    const fees = BigInt(open.length + 1) * feeMax + walletRent;
    const there = await node.balance(hot, null);
    if (there >= ofSol + fees) return null;
    return coin.contract === null && there < ofSol
      ? 'the hot wallet has too little'
      : 'the hot wallet has too little SOL for its fee';
  }

  #asked(payment: PaymentRow): SolanaPayment {
    const { coins, keys } = this.#options;
    const coin = coins.byName(payment.coin);
    if (!coin && payment.coin !== sol.coin) throw new Error(`${payment.coin} isn't of this chain`);
    const { recipient: to, amount } = payment;
    const token = coin?.contract ? { mint: coin.contract, decimals: coin.chainDecimals } : null;
    const [feePayer, owner] = [keys.addressOf(keys.hot), keys.addressOf(keyOf(payment))];
    return { feePayer, owner, token, to, amount: BigInt(amount) };
  }
}

function keyOf({ branch, key_index: index }: PaymentRow): { branch: 0 | 1; index: number } {
  return { branch: branch === 0 ? 0 : 1, index };
}

function blockhashOf({ txid, raw }: AttemptRow): string {
  const signed = readSignedSolana(raw);
  const terms = signed && readSolanaTerms(signed.message);
  if (!terms) throw new Error(`what was signed as ${txid} can't be read`);
  return terms.blockhash;
}
