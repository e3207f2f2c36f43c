import {
  inputsOfRaw,
  type PaymentPlan,
  planConsolidation,
  planPayment,
  type PlanRefusal,
  readSignedUtxo,
  scriptOfAddress,
  unsignedOf,
  type UtxoNetwork,
  type UtxoPublicKeys,
  virtualSize,
} from '@fft/chains';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../room.ts';
import type { Claims } from '../../payments/claims.ts';
import type {
  Alongside,
  BatchPayer,
  BatchReadiness,
  Payer,
  PaymentOrder,
  PaymentProgress,
  Readiness,
  Replacement,
} from '../chain.ts';
import { carrierOf, newPayment, type Payments } from '../../payments/payments.ts';
import type { AttemptRow, PaymentRow } from '../../tables.ts';
import { type SignerClient, SignerUnavailable, SigningRefused } from '../../payments/signer-client.ts';
import { coinOf, type CoinRow, type UtxoCoins } from './utxo-coins.ts';
import type { UtxoNode } from './utxo-node.ts';

export interface UtxoPayerOptions {
  readonly db: Kysely<Tables>;
  readonly node: Pick<UtxoNode, 'broadcast' | 'placeOf' | 'heightOf' | 'rawOf' | 'feePerKilobyte'>;
  readonly keys: UtxoPublicKeys;
  readonly coins: UtxoCoins;
  readonly signer: SignerClient;
  readonly claims: Claims;
  readonly payments: Payments;
  readonly confirmations: number;
  /** A coin must be worth this many times its spending cost to be consolidated. */
  readonly costMultiple: number;
  readonly log: Logger;
  readonly now: () => number;
}

/** Waits without a block before the pool is checked, and before the transaction is replaced with a higher fee. */
const lookAgainMs = 30_000;
const replaceMs = 20 * 60_000;
/** Maximum number of coins in one consolidation. */
const mostGathered = 100;

/** Minimum amount of a coin that is worth moving, at a multiple of its spending cost. */
const minWorthAt = (feePerKilobyte: bigint, multiple: number, network: UtxoNetwork): bigint =>
  (feePerKilobyte * BigInt(multiple) * (virtualSize(1, [], network) - virtualSize(0, [], network))) / 1_000n;

const refusals: Readonly<Record<PlanRefusal, string>> = {
  address: 'not an address of this chain',
  dust: 'less than the chain passes on',
  tooLittle: 'the hot wallet has too little',
  feeTooHigh: 'its fee is at the maximum',
};

/** Payments of one transaction, by the row that owns its coins. */
interface Planned {
  /** Null before there is a row. */
  readonly id: number | null;
  readonly paid: readonly Pick<PaymentRow, 'purpose' | 'recipient' | 'amount'>[];
}

/**
 * Pays on a UTXO chain. Coins are reserved for a payment, or a batch of them, before anything is signed, and every transaction signed for it spends all coins
 * reserved by then, so that only one of them can land.
 */
export class UtxoPayer implements Payer {
  readonly #options: UtxoPayerOptions;
  readonly batches: BatchPayer;

  constructor(options: UtxoPayerOptions) {
    this.#options = options;
    this.batches = {
      takes: () => true,
      prepare: (orders) => this.#prepareBatch(orders),
      sign: (batch, payments, alongside) => this.#signTogether(batch.id, payments, { outbids: null, alongside }),
    };
  }

  async prepare(order: PaymentOrder): Promise<Readiness> {
    const { keys, coins, payments } = this.#options;
    const payment = newPayment(keys.network.chain, order);
    const feePerKilobyte = await this.#feePerKilobyte();
    let plan: PaymentPlan | PlanRefusal = 'tooLittle';
    return payments.reserve<Readiness>(
      payment,
      async (transaction) => {
        plan = await this.#plan(transaction, { id: null, paid: [payment] }, { feePerKilobyte, outbids: null });
        if (typeof plan !== 'string') return { nonce: null };
        return plan === 'tooLittle' && (await this.#willHave(transaction, order.amount))
          ? { kind: 'later' }
          : { kind: 'refused', reason: refusals[plan] };
      },
      async (transaction, { id }) => {
        if (typeof plan !== 'string') await coins.reserve(transaction, plan.coins, id);
      },
    );
  }

  async #prepareBatch(orders: readonly PaymentOrder[]): Promise<BatchReadiness> {
    const { keys, coins, payments } = this.#options;
    const paid = orders.map((order) => newPayment(keys.network.chain, order));
    const feePerKilobyte = await this.#feePerKilobyte();
    let plan: PaymentPlan | PlanRefusal = 'tooLittle';
    return payments.reserveBatch<Exclude<Readiness, { kind: 'ready' }>>(
      paid,
      async (transaction) => {
        plan = await this.#plan(transaction, { id: null, paid }, { feePerKilobyte, outbids: null });
        return typeof plan === 'string' ? { kind: 'refused', reason: refusals[plan] } : { nonce: null };
      },
      async (transaction, { id }) => {
        if (typeof plan !== 'string') await coins.reserve(transaction, plan.coins, id);
      },
    );
  }

  async sign(payment: PaymentRow, alongside?: Alongside): Promise<AttemptRow> {
    return this.#signWith(payment, null, alongside);
  }

  async send({ raw }: Pick<AttemptRow, 'raw'>): Promise<void> {
    await this.#options.node.broadcast(raw);
  }

  /** Reads what spent the payment's coins from the blocks that were read. */
  async progressOf(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<PaymentProgress> {
    const { confirmations } = this.#options;
    const reserved = await this.#coinsOf(payment, attempts);
    for (const { txid: source, vout, spent_by, spent_height } of reserved) {
      if (spent_by === null || spent_height === null) continue;
      const deep = height - spent_height + 1;
      const landed = attempts.find(({ txid }) => txid === spent_by);
      const isEnd = landed === undefined || deep >= confirmations;
      if (isEnd && !(await this.#isSpentBy(spent_by, spent_height, `${source}:${vout}`))) return { kind: 'waiting' };
      if (!landed && (await this.#paysSame(payment, spent_by))) return { kind: 'waiting' };
      if (landed) {
        const cost = await this.#options.payments.shareOf(payment, BigInt(landed.fee ?? 0));
        return { kind: 'landed', outcome: 'paid', confirmations: deep, txid: spent_by, cost };
      }
      if (deep >= confirmations) return { kind: 'displaced' };
    }
    const gone = new Set(
      reserved
        .filter(({ gone_height: at }) => at !== null && height - at + 1 >= confirmations)
        .map(({ txid, vout }) => `${txid}:${vout}`),
    );
    // The first attempt may spend fewer coins than the last.
    const areAllVoid = attempts.every(({ raw }) => inputsOfRaw(raw).some((input) => gone.has(input)));
    return { kind: areAllVoid && attempts.length > 0 ? 'displaced' : 'waiting' };
  }

  /** A payment's coins. After it ended and gave them back, another payment may have reserved them. */
  async #coinsOf(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<CoinRow[]> {
    const { db, coins } = this.#options;
    const reserved = await coins.ofPayment(db, carrierOf(payment));
    const known = new Set(reserved.map(({ txid, vout }) => `${txid}:${vout}`));
    const spent = new Set(attempts.flatMap(({ raw }) => inputsOfRaw(raw)));
    return [...reserved, ...(await coins.named([...spent].filter((name) => !known.has(name))))];
  }

  /** True if the node has the transaction in the block that rows name, and it spends the coin. */
  async #isSpentBy(txid: string, height: number, coin: string): Promise<boolean> {
    const { node } = this.#options;
    const place = await node.placeOf(txid);
    if (place === null || place.block === null || (await node.heightOf(place.block)) !== height) return false;
    return readSignedUtxo(await node.rawOf(txid))?.inputs.includes(coin) === true;
  }

  /** True if a transaction that spent a payment's coin is an attempt whose row is gone. */
  async #paysSame({ id, recipient, amount }: PaymentRow, txid: string): Promise<boolean> {
    const { node, keys, log } = this.#options;
    const script = scriptOfAddress(recipient, keys.network);
    const outputs = readSignedUtxo(await node.rawOf(txid))?.outputs ?? [];
    const isSame = outputs.some((output) => output.script === script && String(output.amount) === amount);
    if (isSame) log.error({ payment: id, txid }, 'payment.attemptRowMissing');
    return isSame;
  }

  /** Every output must be that of a payment of the batch, in their order; one more may be our change. */
  async slotsOf(payment: PaymentRow, { txid, raw }: AttemptRow): Promise<readonly string[] | null> {
    const { keys, payments } = this.#options;
    const signed = readSignedUtxo(raw);
    const together = await payments.together(payment);
    const [change, ...more] = signed?.outputs.slice(together.length) ?? [];
    if (!signed || more.length > 0) return null;
    const ours = keys.hots.map((key) => keys.scriptOf(key));
    const paysAll = together.every(({ recipient, amount }, index) => {
      const output = signed.outputs[index];
      return output?.script === scriptOfAddress(recipient, keys.network) && String(output.amount) === amount;
    });
    const isSame = paysAll && signed.txid === txid && (change === undefined || ours.includes(change.script));
    return isSame ? signed.inputs : null;
  }

  async pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void> {
    const { now, log } = this.#options;
    const last = attempts.at(-1);
    if (!last || now() - last.time < lookAgainMs) return;
    if (now() - last.time >= replaceMs) {
      try {
        return await this.send(await this.#signWith(payment, BigInt(last.fee ?? 0)));
      } catch (error) {
        if (error instanceof SignerUnavailable) {
          // Without the signer, the one that is signed may still land.
          await this.#sendIfForgotten(last);
          throw error;
        }
        if (!(error instanceof SigningRefused)) throw error;
        log.error({ payment: payment.id, reason: error.message }, 'payment.notReplaced');
      }
    }
    await this.#sendIfForgotten(last);
  }

  async #sendIfForgotten(attempt: AttemptRow): Promise<void> {
    if ((await this.#options.node.placeOf(attempt.txid)) === null) await this.send(attempt);
  }

  async replace(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<Replacement> {
    const { now, log } = this.#options;
    const last = attempts.at(-1);
    if (!last || now() - last.time < lookAgainMs) return 'tooSoon';
    try {
      await this.send(await this.#signWith(payment, BigInt(last.fee ?? 0)));
      return 'replaced';
    } catch (error) {
      if (error instanceof SignerUnavailable) return 'signerAway';
      if (!(error instanceof SigningRefused)) throw error;
      log.error({ payment: payment.id, reason: error.message }, 'payment.notReplaced');
      return error.message === refusals.feeTooHigh ? 'feeAtMaximum' : 'signerRefused';
    }
  }

  async forget(payment: PaymentRow): Promise<void> {
    if (payment.batch === null) await this.#options.coins.release(payment.id);
    await this.#options.payments.forget(payment);
  }

  /** @param outbids fee of the transaction that it replaces */
  async #signWith(payment: PaymentRow, outbids: bigint | null, alongside?: Alongside): Promise<AttemptRow> {
    return this.#signTogether(carrierOf(payment), await this.#options.payments.together(payment), {
      outbids,
      alongside,
    });
  }

  async #signTogether(
    id: number,
    paid: readonly PaymentRow[],
    { outbids, alongside }: { readonly outbids: bigint | null; readonly alongside: Alongside | undefined },
  ): Promise<AttemptRow> {
    const { db, claims, keys, coins, signer, payments, now } = this.#options;
    const feePerKilobyte = await this.#feePerKilobyte();
    const [first] = paid;
    if (!first) throw new Error(`payment ${id} pays nothing`);
    const plan = await db.transaction().execute(async (transaction) => {
      await payments.lock(transaction, first);
      const planned = await this.#plan(transaction, { id, paid }, { feePerKilobyte, outbids });
      if (typeof planned === 'string') throw new SigningRefused(refusals[planned]);
      await coins.reserve(transaction, planned.coins, id);
      return planned;
    });
    const claim = first.purpose === 'withdrawal' ? await claims.ofBatch(paid) : await claims.of(first);
    const { chain } = keys.network;
    const unsigned = unsignedOf(plan, keys, await this.#sourcesOf(plan));
    const { raw, txid } = await signer.sign({ chain, transaction: unsigned, ...claim });
    const attempt = {
      payment: id,
      txid,
      raw,
      fee_per_gas: null,
      tip_per_gas: null,
      fee: String(plan.fee),
      valid_until: null,
    };
    await payments.addAttempt(attempt, alongside);
    return { ...attempt, time: now() };
  }

  /** The transactions that made the coins, which the signer needs on chains without SegWit. */
  async #sourcesOf({ coins }: PaymentPlan): Promise<ReadonlyMap<string, string>> {
    const { node, keys } = this.#options;
    const sources = new Map<string, string>();
    if (keys.network.form === 'segwit') return sources;
    for (const txid of new Set(coins.map((coin) => coin.txid))) sources.set(txid, await node.rawOf(txid));
    return sources;
  }

  async #plan(
    transaction: Transaction<Tables>,
    { id, paid: [first, ...others] }: Planned,
    fees: { readonly feePerKilobyte: bigint; readonly outbids: bigint | null },
  ): Promise<PaymentPlan | PlanRefusal> {
    const { keys, coins } = this.#options;
    const { network } = keys;
    if (!first) return 'dust';
    const { recipient, purpose } = first;
    const reserved = id === null ? [] : (await coins.ofPayment(transaction, id)).map(coinOf);
    const common = { network, recipient, feePerKilobyte: fees.feePerKilobyte, maxFee: network.maxFee };
    if (purpose === 'sweep' || purpose === 'rotation') {
      const least = minWorthAt(fees.feePerKilobyte, this.#options.costMultiple, network);
      const choice = purpose === 'sweep' ? ({ order: 'smallest' } as const) : { formerTo: keys.hot };
      const gathered =
        reserved.length > 0
          ? reserved
          : await coins.free(transaction, { ...choice, least, most: Math.min(mostGathered, network.maxInputs) });
      return planConsolidation({ ...common, coins: gathered, outbids: fees.outbids });
    }
    return planPayment({
      ...common,
      amount: BigInt(first.amount),
      ...(others.length > 0
        ? { further: others.map((one) => ({ recipient: one.recipient, amount: BigInt(one.amount) })) }
        : {}),
      changeKey: keys.hot,
      coins: await coins.free(transaction),
      replaces: { coins: reserved, fee: fees.outbids },
    });
  }

  /** Minimum amount of a coin that is worth consolidating. */
  async minWorth(): Promise<bigint> {
    return minWorthAt(await this.#feePerKilobyte(), this.#options.costMultiple, this.#options.keys.network);
  }

  /** True if coins are on their way that, once back as change, make more than `amount` available. */
  async #willHave(transaction: Transaction<Tables>, amount: bigint): Promise<boolean> {
    const { coins } = this.#options;
    const { hot } = await coins.totals(transaction);
    const free = (await coins.free(transaction)).reduce((sum, coin) => sum + coin.amount, 0n);
    return hot > free && hot - (await this.#reserved(transaction)) > amount;
  }

  async #reserved(transaction: Transaction<Tables>): Promise<bigint> {
    const { keys } = this.#options;
    const { amount } = await transaction
      .selectFrom('chain_payments')
      .select(sql<string>`coalesce(sum(amount::numeric), 0)::text`.as('amount'))
      .where('chain', '=', keys.network.chain)
      .where('state', 'in', ['reserved', 'signed'])
      .where('purpose', 'not in', ['sweep', 'rotation'])
      .executeTakeFirstOrThrow();
    return BigInt(amount);
  }

  async #feePerKilobyte(): Promise<bigint> {
    const { node, keys } = this.#options;
    const { usual, least, most } = keys.network.fees;
    const wanted = (await node.feePerKilobyte()) ?? usual;
    return wanted > most ? most : wanted < least ? least : wanted;
  }
}
