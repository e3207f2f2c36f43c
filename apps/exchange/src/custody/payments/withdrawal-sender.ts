import { toChainUnits } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { Authority, WithdrawalProcessor, WithdrawalRow } from '../../funds/withdrawals/index.ts';
import { ownerOf } from '../chain-facts.ts';
import type { ChainFacts, Payer, PaymentOrder } from '../chains/chain.ts';
import type { ChainCoin } from '../coins.ts';
import { internal, internalTxid } from '../deposits/deposits.ts';
import { EndedWithdrawals } from './ended-withdrawals.ts';
import { forEachRow } from '../for-each-row.ts';
import { readPauses } from '../../assets/network-pauses.ts';
import type { Payments } from './payments.ts';
import type { AttemptRow, PaymentRow } from '../tables.ts';
import { PaymentProof, type PaymentRecord } from './payment-proof.ts';
import { recipientDoubt } from './recipients.ts';
import { type SignerClient, SignerUnavailable, SigningRefused } from './signer-client.ts';
import { WithdrawalBatches } from './withdrawal-batches.ts';

export interface WithdrawalSenderOptions {
  readonly db: Kysely<Tables>;
  readonly facts: ChainFacts;
  readonly payer: Payer;
  readonly payments: Payments;
  readonly processor: WithdrawalProcessor;
  readonly authority: Authority;
  readonly signer: Pick<SignerClient, 'sendBack' | 'sentBack' | 'signedFor'>;
  readonly host: EngineHost;
  /** How long approved withdrawals are gathered for one transaction, where the chain can pay several by one; 0 to pay each by its own. */
  readonly gatherMs: number;
  readonly log: Logger;
  readonly now: () => number;
}

/** Pause before a withdrawal that the signer refused, or that the hot wallet cannot pay, is tried again. */
const lookAgainMs = 60_000;
/** Pause while the signer is away and a payment cannot be proven. */
const proveAgainMs = 10_000;
/** Batch size; sent withdrawals are checked in turn, as any of them may hold up the rest. */
const maxRowsPerQuery = 100;

/** Rejected, or its account was stopped, during signing; no one else has the transaction. */
class NotApproved extends Error {
  override readonly name = 'NotApproved';
}

/** Pays approved withdrawals. Returns money only if the payment provably cannot land any more. */
export class WithdrawalSender {
  readonly #options: WithdrawalSenderOptions;
  readonly #proof: PaymentProof;
  readonly #ended: EndedWithdrawals;
  readonly #batches: WithdrawalBatches | null;
  readonly #setAside = new Map<number, number>();
  /** Why sent withdrawals cannot end: the tables misstate their payments. */
  readonly #doubted = new Map<number, string>();
  /** The last sent withdrawal that was checked; 0 once all were. */
  #followed = 0;

  constructor(options: WithdrawalSenderOptions) {
    this.#options = options;
    this.#proof = new PaymentProof(options);
    this.#ended = new EndedWithdrawals(options);
    const { batches } = options.payer;
    this.#batches = batches ? new WithdrawalBatches({ ...options, batches, single: this.#single }) : null;
  }

  /** Withdrawals whose payments the tables misstate, which people must check; null if there are none. */
  get doubt(): string | null {
    return [...this.#doubted].map(([id, reason]) => `withdrawal ${id}: ${reason}`).join('; ') || null;
  }

  /** Starts approved withdrawals, and follows sent ones. */
  async work(height: number): Promise<void> {
    const { log } = this.#options;
    await this.#ended.work(height);
    const sent = await this.#rows('sent', this.#followed);
    this.#followed = sent.length < maxRowsPerQuery ? 0 : (sent.at(-1)?.id ?? 0);
    await forEachRow(
      sent,
      (row) => this.#follow(row, height),
      (err, { id }) => log.error({ err, withdrawal: id }, 'withdrawal.followFailed'),
    );
    // Checked before anything is reserved: what is paused waits, approved.
    const pauses = await readPauses(this.#options.db);
    const approved = (await this.#rows('approved')).filter(
      ({ chain, coin }) => !pauses.isPaused('withdrawals', chain, coin),
    );
    await forEachRow(
      (await this.#batches?.work(approved)) ?? approved,
      (row) => this.#begin(row),
      (err, { id }) => log.error({ err, withdrawal: id }, 'withdrawal.startFailed'),
    );
  }

  /** What happens to each withdrawal of a batch as it happens to one that is paid alone. */
  readonly #single = {
    orderOf: (row: WithdrawalRow): Promise<PaymentOrder | null> => this.#orderOf(row),
    pay: (row: WithdrawalRow, order: PaymentOrder): Promise<void> => this.#payAlone(row, order),
    putAside: (row: WithdrawalRow, reason: string): void => this.#putAside(row, reason),
    stopped: (row: WithdrawalRow): Promise<boolean> => this.#mayPay(row, true),
  };

  /** Looks at a sent withdrawal now, set aside or not, because an operator asks for it: its money goes back only if it provably can't land. */
  async look(id: number, height: number): Promise<WithdrawalRow['state'] | null> {
    const query = () => this.#options.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst();
    const row = await query();
    if (row?.state !== 'sent' || row.chain !== this.#options.facts.chain) return row?.state ?? null;
    await this.#follow(row, height);
    return (await query())?.state ?? null;
  }

  async #begin(row: WithdrawalRow): Promise<void> {
    const order = await this.#orderOf(row);
    if (order) await this.#payAlone(row, order);
  }

  /** What an approved withdrawal pays over the chain, after all checks; null if it isn't paid so now, which is noted. */
  async #orderOf(row: WithdrawalRow): Promise<PaymentOrder | null> {
    const { facts } = this.#options;
    const coin = facts.coins.byName(row.coin);
    if (!coin) this.#putAside(row, 'its coin is not on this chain');
    if (!coin || !(await this.#isPayable(row, coin))) return null;
    const amount = toChainUnits(row.amount - row.fee, coin.ledgerDecimals, coin.chainDecimals);
    const recipient = facts.addresses.canonical(row.address);
    return { purpose: 'withdrawal', reference: row.id, key: facts.addresses.hot, coin, amount, recipient };
  }

  async #isPayable(row: WithdrawalRow, coin: ChainCoin): Promise<boolean> {
    const { db, facts, processor } = this.#options;
    if (!(await this.#isOwed(row, coin))) return no(this.#putToReview(row));
    // Also after a lost answer, when the signer knows already that it goes back.
    if (!(await this.#mayPay(row))) return no(this.#forgetReserved(row));
    // An earlier decision was put back into its row.
    if (row.decisions <= (await this.#options.signer.sentBack(row.id))) return no(this.#putToReview(row));
    const doubt = await recipientDoubt(db, { chain: facts.chain, address: row.address });
    if (doubt !== null) return no(this.#putAside(row, `its address cannot receive a payment: ${doubt}`));
    if ((await this.#ownerOf(row)) === null) return true;
    const moved = await db.transaction().execute((transaction) => processor.noteSent(transaction, row, internal));
    return moved ? no(this.#payInside(moved, coin)) : false;
  }

  async #payAlone(row: WithdrawalRow, order: PaymentOrder): Promise<void> {
    const { facts, payer } = this.#options;
    const prepared = await payer.prepare(order);
    if (prepared.kind === 'later') return;
    if (prepared.kind === 'refused') return this.#putAside(row, prepared.reason);
    const { payment } = prepared;
    // Its batch is signed for all of its withdrawals, or for none.
    if (payment.batch !== null && payment.state === 'reserved') return;
    const isToIt = facts.addresses.canonical(payment.recipient) === order.recipient;
    if (!isToIt || payment.amount !== String(order.amount) || payment.coin !== row.coin)
      return this.#putAside(row, 'the payment is for something else');
    await this.#pay(row, payment);
  }

  /** True if the row matches the decision and the ledger holds the money: write access to the tables alone can fake neither. */
  async #isOwed(row: WithdrawalRow, { asset }: ChainCoin): Promise<boolean> {
    const { authority, host } = this.#options;
    if (authority.orderOf(row) === null) return false;
    const isHeld = (): boolean => {
      const held = host.engine.withdrawal(row.customer, String(row.id));
      return held?.state === 'held' && held.asset === asset && held.amount === row.amount && held.fee === row.fee;
    };
    if (isHeld()) return true;
    await host.catchUp();
    return isHeld();
  }

  /** Sends it to review; if something was signed for it before, it stays as it is, because that may land. */
  async #putToReview(row: WithdrawalRow): Promise<void> {
    const { facts, authority, processor, payer, payments } = this.#options;
    const payment = await payments.find(facts.chain, 'withdrawal', row.id);
    if (payment && payment.state !== 'reserved') {
      authority.alarm(row);
      return this.#putAside(row, 'its row was changed, and a transaction is signed for it');
    }
    if (payment) await payer.forget(payment);
    await processor.move(row.id, 'review');
  }

  /** A withdrawal that goes back to review does so for the signer first, so that no database can restore its decision. */
  #mayPay(row: WithdrawalRow, wasSigned = false): Promise<boolean> {
    const { processor, authority, signer } = this.#options;
    return processor.mayPay(row, {
      wasSigned,
      onSentBack: async (reviewed) => {
        const order = authority.statementOf(reviewed);
        if (order) await signer.sendBack(order);
      },
    });
  }

  async #pay(row: WithdrawalRow, payment: PaymentRow): Promise<void> {
    const { processor, payer, payments } = this.#options;
    try {
      const [last] = (await payments.attempts(payment)).slice(-1);
      if (last && !(await processor.move(row.id, 'sent', { txid: last.txid, confirmations: 0 }))) return;
      await payer.send(last ?? (await this.#sign(row, payment)));
    } catch (error) {
      if (error instanceof NotApproved) return;
      if (!(error instanceof SigningRefused)) throw error;
      await payer.forget(payment);
      this.#putAside(row, error.message);
    }
  }

  /**
   * The signed transaction and the withdrawal's `sent` state are recorded together: from then on it may land, so nothing is returned on a guess. If the withdrawal was
   * rejected during that time, neither is recorded; if its account was stopped, it goes back to review. A nonce that surely went unsigned is released before the next one is
   * reserved, as later payments would wait for it. A payment that may have been signed is requested again unchanged.
   */
  async #sign(row: WithdrawalRow, payment: PaymentRow): Promise<AttemptRow> {
    const { processor, payer, payments } = this.#options;
    try {
      return await payer.sign(payment, async (transaction, { txid }) => {
        if ((await processor.noteSent(transaction, row, txid)) === null) throw new NotApproved();
      });
    } catch (error) {
      const isUnsigned = error instanceof NotApproved || (error instanceof SignerUnavailable && !error.mayHaveSigned);
      if (isUnsigned) await (error instanceof NotApproved ? payer : payments).forget(payment);
      if (error instanceof NotApproved) await this.#mayPay(row, true);
      throw error;
    }
  }

  /** Frees the nonce or coins reserved for a withdrawal that went back to review. */
  async #forgetReserved(row: WithdrawalRow): Promise<void> {
    const { facts, payer, payments } = this.#options;
    const reserved = await payments.find(facts.chain, 'withdrawal', row.id);
    if (reserved?.state === 'reserved') await payer.forget(reserved);
  }

  #putAside(row: WithdrawalRow, reason: string, forMs = lookAgainMs): void {
    const { log, now } = this.#options;
    this.#setAside.set(row.id, now() + forMs);
    log.error({ withdrawal: row.id, reason }, 'withdrawal.needsReview');
  }

  async #follow(row: WithdrawalRow, height: number): Promise<void> {
    const { facts, payments, payer, processor } = this.#options;
    if (row.txid === internal) {
      const coin = facts.coins.byName(row.coin);
      if (coin) await this.#payInside(row, coin);
      return;
    }
    const payment = await payments.find(facts.chain, 'withdrawal', row.id);
    if (!payment) throw new Error(`withdrawal ${row.id} is sent but has no payment`);
    const attempts = await payments.attempts(payment);
    const progress = await payer.progressOf(payment, attempts, height);
    if (progress.kind !== 'landed' || progress.outcome !== 'doubtful') await payments.noteTrouble(payment, null);
    if (progress.kind === 'waiting') return payer.pursue(payment, attempts);
    if (progress.kind === 'landed' && progress.confirmations < facts.confirmations)
      return this.#note(row, progress.txid, progress.confirmations);
    if (!(await this.#isProven({ row, payment, attempts }))) return;
    if (progress.kind === 'displaced') return this.#fail(row, payment, 0n);
    if (progress.outcome === 'failed') return this.#fail(row, payment, progress.cost);
    if (progress.outcome === 'doubtful') {
      await payments.noteTrouble(payment, 'doubtful');
      return this.#putAside(row, 'its transaction landed, but the token does not report a payment');
    }
    await processor.move(row.id, 'done', { txid: progress.txid, confirmations: progress.confirmations });
    await payments.end(payment, 'done', progress.cost);
  }

  /** True if a withdrawal may end by its rows. While the signer is away it waits, and others go on. */
  async #isProven(record: PaymentRecord): Promise<boolean> {
    const { row } = record;
    const doubt = await this.#proof.doubtOf(record).catch((error: unknown) => {
      if (error instanceof SignerUnavailable) return error;
      throw error;
    });
    if (doubt instanceof SignerUnavailable) {
      this.#putAside(row, `it can't end while ${doubt.message}`, proveAgainMs);
      return false;
    }
    this.#doubted.delete(row.id);
    if (doubt === null) return true;
    this.#doubted.set(row.id, doubt);
    this.#options.authority.alarm(row);
    this.#putAside(row, doubt);
    return false;
  }

  /** Pays another customer inside the books: nothing leaves. */
  async #payInside(row: WithdrawalRow, coin: ChainCoin): Promise<void> {
    const { db, facts, authority, processor, now } = this.#options;
    const customer = await this.#ownerOf(row);
    if (customer === null) throw new Error(`internal withdrawal ${row.id} has no recipient`);
    if (!(await this.#isOwed(row, coin))) {
      authority.alarm(row);
      return this.#putAside(row, 'it was paid internally, and its row was changed');
    }
    const [time, amount] = [now(), row.amount - row.fee];
    await db
      .insertInto('chain_deposits')
      .values({
        chain: facts.chain,
        txid: internalTxid(row.id),
        position: 0,
        customer,
        address: facts.addresses.canonical(row.address),
        coin: row.coin,
        asset: coin.asset,
        amount,
        height: 0,
        block_hash: internal,
        state: 'seen',
        swept: true,
        time,
        updated: time,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await processor.move(row.id, 'done');
  }

  async #fail(row: WithdrawalRow, payment: PaymentRow, cost: bigint): Promise<void> {
    const reason = { reason_zh: '链上交易失败，资金已退回', reason_en: 'The transaction failed on the chain' };
    await this.#options.processor.move(row.id, 'failed', reason);
    await this.#options.payer.forget(payment);
    await this.#options.payments.end(payment, 'failed', cost);
  }

  async #note(row: WithdrawalRow, txid: string, confirmations: number): Promise<void> {
    if (row.txid === txid && row.confirmations === confirmations) return;
    await this.#options.processor.notePaidBy(row.id, { txid, confirmations });
  }

  /** Withdrawals whose next try is not due. */
  #waiting(): number[] {
    const time = this.#options.now();
    for (const [id, until] of this.#setAside) if (until <= time) this.#setAside.delete(id);
    return [...this.#setAside.keys()];
  }

  #ownerOf({ address }: WithdrawalRow): Promise<number | null> {
    return ownerOf(this.#options.db, this.#options.facts, address);
  }

  #rows(state: 'approved' | 'sent', after = 0): Promise<WithdrawalRow[]> {
    return this.#options.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('chain', '=', this.#options.facts.chain)
      .where('state', '=', state)
      .where('closed', '=', false)
      .where('id', '>', after)
      .where(sql<boolean>`id <> all(${this.#waiting()}::bigint[])`)
      .orderBy('id')
      .limit(maxRowsPerQuery)
      .execute();
  }
}

/** False once it is done. */
async function no(done: Promise<void> | void): Promise<false> {
  await done;
  return false;
}
