import type { Rejection } from '@fft/engine';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { AccountMessage, Inbox } from '../../content/index.ts';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { Outcome } from '../../ledger/replica/batch-events.ts';
import type { Gateway } from '../../ledger/gateway.ts';
import type { DepositCheck } from './deposit-check.ts';
import {
  creditId,
  type DepositChange,
  type DepositRow,
  depositsIn,
  dueOf,
  holdId,
  internal,
  maxDepositsPerQuery,
  moveDeposit,
} from './deposits.ts';
import { type DepositState, uncreditedState } from './deposit-states.ts';
import { forEachRow } from '../for-each-row.ts';
import type { ChainCoins } from '../coins.ts';
import type { SecondScan } from './second-scan.ts';
import type { Witness } from '../nodes/witness.ts';
import { readPauses } from '../../assets/network-pauses.ts';
import { creditedUnder, hasLeft, haveTablesCaughtUp, isInLedger } from '../../ledger/ledger-lookup.ts';
import type { Worth } from '../chains/chain.ts';
import { formatDecimal } from '@fft/decimal';
import { chainName, type OwnNetworks } from '../../assets/networks.ts';

export interface CrediterOptions {
  readonly db: Kysely<Tables>;
  readonly coins: ChainCoins;
  readonly check: DepositCheck;
  readonly witness: Witness;
  readonly scan: Pick<SecondScan, 'isDone'>;
  /** Prices that bound what is credited on one node's word. */
  readonly worth: Worth;
  /** In whole USDT: deposits worth less are credited without the second node. */
  readonly secondNodeFromUsdt: number;
  readonly confirmations: number;
  readonly host: EngineHost;
  readonly tablesWithinMs?: number | undefined;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly inbox: Inbox;
  readonly log: Logger;
  readonly now: () => number;
}

/** Credits deposits from a chain to the ledger, each exactly once, even if something fails in between. */
export class Crediter {
  readonly #options: CrediterOptions;
  readonly #smallCredits: SmallCredits;
  /** Deposits whose false claim is already in the log. */
  readonly #logged = new Set<number>();
  /** The last id checked when there are many; 0 once all were: deposits that wait for people must not hold up others. */
  #last = 0;

  constructor(options: CrediterOptions) {
    this.#options = options;
    this.#smallCredits = new SmallCredits(options);
  }

  /** Finds the outcome of credits that were begun. Call it before anything else reads deposits. */
  resolve(): Promise<void> {
    return this.#each(['crediting'], async (row) => {
      const { customer: owner, asset, updated: since } = row;
      const isCredited = await isInLedger(this.#options, { owner, asset, references: [creditId(row)], since });
      if (isCredited) await this.#credited(row);
      else if (isCredited === false) await this.#move(row, 'seen');
    });
  }

  /** Credits deposits with enough confirmations at this height. */
  async credit(height: number): Promise<void> {
    const { db, coins, log, check, confirmations, witness } = this.#options;
    const seen = await depositsIn(db, coins.chain, ['seen'], this.#last);
    this.#last = seen.length < maxDepositsPerQuery ? 0 : (seen.at(-1)?.id ?? 0);
    // The watcher notices a block that left the chain.
    const deep = seen.filter((row) => height - row.height + 1 >= confirmations);
    // Only the tables show what was credited before: wait until they have caught up.
    if (deep.length === 0 || !(await haveTablesCaughtUp(this.#options))) return;
    const [find, isAgreed, isDenied] = [check.find(), witness.deposits(), witness.denied()];
    const pauses = await readPauses(db);
    const creditIfDue = async (row: DepositRow): Promise<void> => {
      const isInside = row.block_hash === internal;
      // What came inside the books has left another customer already.
      if (!isInside && pauses.isPaused('deposits', row.chain, row.coin)) return;
      const finding = await find(row);
      if (finding === 'absent' && witness.hasSecond && (await isDenied(row))) return this.#forget(row);
      if (finding !== 'same' || !(await this.#isDue(row))) return;
      if (isInside || (await isAgreed(row)) || (await this.#smallCredits.take(row.coin, dueOf(row))))
        await this.#credit(row);
    };
    await forEachRow(deep, creditIfDue, (err, { id }) => log.error({ err, deposit: id }, 'deposit.creditFailed'));
  }

  /** Both nodes have its block without it: one of them invented it, or it was planted. Nothing waits for it any more. */
  async #forget(row: DepositRow): Promise<void> {
    const isForgotten = await this.#move(row, uncreditedState(row));
    if (isForgotten) this.#options.log.error({ deposit: row.id, txid: row.txid }, 'deposit.deniedByBoth');
  }

  /** For a deposit that was reversed and came again: true if the ledger took back as much as is due. */
  async #isDue(row: DepositRow): Promise<boolean> {
    const { customer: owner, asset, held: amount, time: since } = row;
    if (row.reversals === 0 || amount === 0) return true;
    const isTaken = await hasLeft(this.#options, { owner, asset, id: holdId(row), amount, since });
    if (!isTaken && !this.#logged.has(row.id)) {
      this.#logged.add(row.id);
      this.#options.log.fatal({ deposit: row.id }, 'deposit.reversalMissing');
    }
    return isTaken === true;
  }

  /** Never credits twice, even if the row says otherwise. */
  async #credit(row: DepositRow): Promise<void> {
    const { db, log } = this.#options;
    if ((await creditedUnder(db, [creditId(row)])).size > 0) {
      log.fatal({ deposit: row.id }, 'deposit.alreadyInLedger');
      await this.#move(row, 'credited', { held: 0 });
    } else if (await this.#move(row, 'crediting')) await this.#submit({ ...row, state: 'crediting' });
  }

  async #submit(row: DepositRow): Promise<void> {
    const { gateway, log } = this.#options;
    const { customer: owner, asset } = row;
    const amount = dueOf(row);
    // The reversal could take nothing, so nothing is due.
    if (amount === 0) return this.#credited(row);
    const outcome = await gateway.submit({
      type: 'deposit',
      requestId: creditId(row),
      source: 'chain',
      owner,
      kind: 'coin',
      asset,
      amount,
    });
    const refused = refusalOf(outcome);
    if (refused !== null) {
      log.error({ deposit: row.id, reason: refused }, 'deposit.refusedByLedger');
      await this.#move(row, 'seen');
    } else {
      await this.#credited(row);
    }
  }

  async #credited(row: DepositRow): Promise<void> {
    const { db, directory, inbox, now } = this.#options;
    await db.transaction().execute(async (transaction) => {
      const amount = dueOf(row);
      const isMoved = await moveDeposit(transaction, row, { to: 'credited', time: now() }, { held: 0 });
      if (!isMoved || amount === 0) return;
      const { decimals } = directory.asset(row.asset);
      await inbox.send(transaction, row.customer, depositMessage(decimals, { ...row, amount }, directory.tokens));
    });
  }

  async #each(states: readonly DepositState[], act: (row: DepositRow) => Promise<void>): Promise<void> {
    const { db, coins, log } = this.#options;
    const rows = await depositsIn(db, coins.chain, states);
    await forEachRow(rows, act, (err, { id }) => log.error({ err, deposit: id }, 'deposit.creditFailed'));
  }

  #move(row: DepositRow, to: DepositState, change: DepositChange = {}): Promise<boolean> {
    return moveDeposit(this.#options.db, row, { to, time: this.#options.now() }, change);
  }
}

/** The ledger's reason to refuse, now or at the first attempt; null if it did as asked. */
export function refusalOf(outcome: Outcome): Rejection | null {
  return outcome.kind === 'done' ? null : outcome.reason;
}

const usdtUnits = 1_000_000n;
const dayMs = 24 * 3_600_000;
/** A lying first node may invent any number of small deposits: per 24 hours they are worth at most this many times the bound. */
const dayMultiple = 20n;

type SmallCreditsOptions = Pick<CrediterOptions, 'worth' | 'secondNodeFromUsdt' | 'now'>;

/** Bounds what is credited on one node's word while the second node is away or disagrees. */
class SmallCredits {
  readonly #options: SmallCreditsOptions;
  readonly #bound: bigint;
  #allowed: { readonly time: number; readonly value: bigint }[] = [];

  constructor(options: SmallCreditsOptions) {
    this.#options = options;
    this.#bound = BigInt(options.secondNodeFromUsdt) * usdtUnits;
  }

  /** True if the amount is small and fits into the day's room, which it then uses. An amount without a known price is not small. */
  async take(coin: string, amount: number): Promise<boolean> {
    const { worth, now } = this.#options;
    const value = await worth(coin, BigInt(amount));
    if (value === null || value >= this.#bound) return false;
    this.#allowed = this.#allowed.filter(({ time }) => time > now() - dayMs);
    const taken = this.#allowed.reduce((sum, one) => sum + one.value, 0n);
    if (taken + value > this.#bound * dayMultiple) return false;
    this.#allowed.push({ time: now(), value });
    return true;
  }
}

const arrival = { zh: '充值已到账', en: 'Your deposit has arrived' };
/** It had come over a network or by a contract that wasn't open then. */
const recovered = { zh: '您的币已找回并入账', en: 'Your coins were recovered and credited' };

/** The message for a customer whose coins have arrived. `decimals` are the coin's. */
function depositMessage(
  decimals: number,
  { amount, coin, chain, txid, block_hash, recovery }: DepositRow,
  own: OwnNetworks,
): AccountMessage {
  const isInternal = block_hash === internal;
  const arrived = `${formatDecimal(amount, decimals, { trim: true, grouped: true })} ${coin}`;
  return {
    kind: 'deposits',
    title: recovery === null ? arrival : recovered,
    paragraphs: {
      zh: [
        `数量：${arrived} · ${chainName(own, chain, 'zh')}`,
        isInternal ? '来自站内其他用户。' : `交易哈希：${txid}`,
      ],
      en: [
        `Amount: ${arrived} · ${chainName(own, chain, 'en')}`,
        isInternal ? 'From another customer.' : `Transaction: ${txid}`,
      ],
    },
  };
}
