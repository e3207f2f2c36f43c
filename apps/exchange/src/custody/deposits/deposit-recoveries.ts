import { toLedgerUnits } from '@fft/chains';
import type { RecoveryAnswer, RecoveryArrival, RecoveryOutcome } from '@fft/console-contract';
import { formatDecimal } from '@fft/decimal';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Seals } from '../../authority/seals.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { creditedUnder } from '../../ledger/ledger-lookup.ts';
import { isOfCustomer } from '../chain-facts.ts';
import type { Arrival, ChainFacts, FindTransaction, NamedTransaction } from '../chains/chain.ts';
import { type ChainCoin, minDeposit } from '../coins.ts';
import { creditId, type DepositRow } from './deposits.ts';
import { forEachRow } from '../for-each-row.ts';
import { isSameRecovery, type RecoveryRow, statementOfAgreement, statementOfAnswer } from './recovery-statements.ts';
import type { SignerClient, SignerToken } from '../payments/signer-client.ts';
import type { Witness } from '../nodes/witness.ts';

export interface DepositRecoveriesOptions {
  readonly db: Kysely<Tables>;
  readonly facts: ChainFacts;
  readonly find: FindTransaction;
  readonly witness: Pick<Witness, 'deposits'>;
  readonly signer: Pick<SignerClient, 'tokens'>;
  readonly authority: Seals;
  readonly log: Logger;
  readonly now: () => number;
}

/** A customer's arrival, and its row if it can be credited. */
interface Looked {
  readonly answer: RecoveryAnswer;
  readonly rows: readonly DepositRow[];
}

const maxRowsPerRound = 5;
/** More than a transaction brings to customers of one exchange; a few others are shown to explain. */
const maxCredits = 50;
const maxOthersShown = 20;

/** While one of these is found, an agreed recovery waits: the next round may find otherwise. */
const passing: ReadonlySet<RecoveryAnswer['finding']> = new Set(['unconfirmed', 'nodesDisagree']);

/**
 * Finds coins that came to customers' addresses without being read: before the network was opened, by a contract that wasn't listed then, or untraced. What two
 * operators agree to becomes ordinary deposits, which are checked and credited like any other, under the same key: a recovery alone credits nothing.
 */
export class DepositRecoveries {
  readonly #options: DepositRecoveriesOptions;

  constructor(options: DepositRecoveriesOptions) {
    this.#options = options;
  }

  async work(height: number): Promise<void> {
    const { db, facts, log } = this.#options;
    const ofChain = db.selectFrom('deposit_recoveries').selectAll().where('chain', '=', facts.chain);
    const asked = ofChain.where('answer', 'is', null);
    const agreed = ofChain.where('agreed', 'is not', null).where('outcome', 'is', null);
    const onError = (err: unknown, { id, txid }: RecoveryRow): void =>
      log.warn({ err, recovery: id, txid }, 'recovery.failed');
    const next = (rows: typeof ofChain) => rows.orderBy('id').limit(maxRowsPerRound).execute();
    await forEachRow(await next(asked), (row) => this.#answer(row, height), onError);
    await forEachRow(await next(agreed), (row) => this.#record(row, height), onError);
  }

  async #answer(row: RecoveryRow, height: number): Promise<void> {
    const { db, authority, now } = this.#options;
    const { answer } = await this.#look(row, height);
    const mac = authority.macOf(statementOfAnswer({ ...row, answer }));
    await db
      .updateTable('deposit_recoveries')
      .set({ answer: JSON.stringify(answer), mac, answered: now() })
      .where('id', '=', row.id)
      .where('answer', 'is', null)
      .execute();
  }

  /** Records what two operators agreed to, if the chain still has just that. */
  async #record(row: RecoveryRow, height: number): Promise<void> {
    const { authority, log } = this.#options;
    const { id, txid, agreed_mac: mac, answer: agreedTo, ...agreement } = row;
    if (
      agreedTo === null ||
      !authority.isMacOf(statementOfAgreement({ ...agreement, id, txid, answer: agreedTo }), mac)
    ) {
      log.fatal({ recovery: id, txid }, 'recovery.altered');
      return this.#end(row, 'altered', []);
    }
    const { answer, rows } = await this.#look(row, height);
    if (passing.has(answer.finding)) return;
    return isSameRecovery(answer, agreedTo) ? this.#end(row, 'recorded', rows) : this.#end(row, 'changed', []);
  }

  /** Records the deposits with the recovery's end: both or neither. */
  async #end({ id, chain, txid }: RecoveryRow, outcome: RecoveryOutcome, rows: readonly DepositRow[]): Promise<void> {
    const { db, now } = this.#options;
    await db.transaction().execute(async (transaction) => {
      const ended = await transaction
        .updateTable('deposit_recoveries')
        .set({ outcome, ended: now() })
        .where('id', '=', id)
        .where('outcome', 'is', null)
        .executeTakeFirst();
      if (ended.numUpdatedRows !== 1n) return;
      // One that is there already violates its key, and the whole waits for the next look.
      for (const { id: _id, ...deposit } of rows)
        await transaction.insertInto('chain_deposits').values(deposit).execute();
      await writeAudit(transaction, {
        time: now(),
        operator: 'system',
        act: 'recovery.record',
        target: `recovery ${chain} ${txid}`,
        after: { outcome, deposits: rows.length },
      });
    });
  }

  async #look({ id, txid }: RecoveryRow, height: number): Promise<Looked> {
    const { facts, find } = this.#options;
    const found = await find(txid);
    if (found === null) return nothing('notInBlock');
    const at = { height: found.height, confirmations: Math.max(0, height - found.height + 1) };
    if (at.confirmations < facts.confirmations) return nothing('unconfirmed', at);
    if (!found.isGood) return nothing('failed', at);
    const all = await this.#arrivalsOf(id, found);
    if (all.length === 0) return nothing('nothing', at);
    const rows = all.flatMap(({ row }) => row ?? []);
    const arrivals = all.filter(({ row }) => row !== null);
    const others = all.filter(({ row }) => row === null).slice(0, maxOthersShown);
    if (rows.length > maxCredits) return nothing('tooMany', at);
    if (!(await this.#areAgreed(rows))) return nothing('nodesDisagree', at);
    const shown = [...arrivals, ...others].map(({ arrival }) => arrival);
    return { answer: { finding: 'found', ...at, arrivals: shown }, rows };
  }

  async #areAgreed(rows: readonly DepositRow[]): Promise<boolean> {
    const isAgreed = this.#options.witness.deposits();
    for (const row of rows) if (!(await isAgreed(row))) return false;
    return true;
  }

  /** What a transaction brought to customers, in its order, with the rows of what can be credited. */
  async #arrivalsOf(recovery: number, found: NamedTransaction) {
    const owners = await this.#ownersOf([...found.arrivals, ...found.ignored]);
    const ignored = found.ignored.map(({ isOwn, ...arrival }) => ({ arrival, isOwn }));
    const moved = [...found.arrivals.map((arrival) => ({ arrival, isOwn: false })), ...ignored];
    const all: { readonly arrival: RecoveryArrival; readonly row: DepositRow | null }[] = [];
    for (const { arrival, isOwn } of moved) {
      const customer = owners.get(arrival.to);
      if (customer !== undefined) all.push(await this.#judge({ recovery, found, arrival, customer, isOwn }));
    }
    return all;
  }

  /** Says if an arrival can be credited. */
  async #judge({ recovery, found, arrival, customer, isOwn }: Judged) {
    const { facts, now } = this.#options;
    const { to: address, position, token: contract } = arrival;
    const coin = facts.coins.byContract(contract);
    const known = { position, customer, address, contract };
    // Its amount means nothing: anyone can make a contract that reports any.
    if (!coin) return { arrival: { ...known, coin: null, amount: null, state: 'unknownContract' }, row: null } as const;
    const units = toLedgerUnits(arrival.amount, coin.ledgerDecimals, coin.chainDecimals) ?? 0;
    const row = rowOf({ recovery, found, arrival, customer, coin, units, chain: facts.chain, time: now() });
    const state = isOwn ? 'own' : await this.#stateOf(coin, row);
    const amount = formatDecimal(units, coin.ledgerDecimals);
    return {
      arrival: { ...known, coin: coin.coin, amount, state },
      row: state === 'recoverable' ? row : null,
    };
  }

  async #stateOf(coin: ChainCoin, row: DepositRow): Promise<RecoveryArrival['state']> {
    if (row.amount < minDeposit(coin)) return 'small';
    if (await this.#isKnown(row)) return 'known';
    return coin.contract === null || (await this.#isAtSigner(coin)) ? 'recoverable' : 'notAtSigner';
  }

  /** True if there is a deposit of this key, or the ledger was ever credited under it, whatever became of its row. */
  async #isKnown({ chain, txid, position, ...row }: DepositRow): Promise<boolean> {
    const { db } = this.#options;
    const found = await db
      .selectFrom('chain_deposits')
      .select('id')
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .where('position', '=', position)
      .executeTakeFirst();
    return found !== undefined || (await creditedUnder(db, [creditId({ chain, txid, position, ...row })])).size > 0;
  }

  /** Neither the database nor the exchange decides alone which contract is a coin. */
  async #isAtSigner({ coin, contract, chainDecimals, network }: ChainCoin): Promise<boolean> {
    const tokens: Readonly<Record<string, SignerToken>> = await this.#options.signer.tokens(network.chain as EvmChain);
    const listed = contract === null ? undefined : tokens[contract];
    return listed?.coin === coin && listed.decimals === chainDecimals;
  }

  /** Customers by address. An address must derive from its customer's key: a row proves nothing. */
  async #ownersOf(arrivals: readonly Arrival[]): Promise<ReadonlyMap<string, number>> {
    const { db, facts } = this.#options;
    const rows = await db
      .selectFrom('deposit_addresses')
      .select(['address', 'customer'])
      .where('family', '=', facts.addresses.family)
      .where('address', '=', sql<string>`any(${[...new Set(arrivals.map(({ to }) => to))]})`)
      .execute();
    const owned = rows.filter(({ customer, address }) => isOfCustomer(facts.addresses, customer, address));
    return new Map(owned.map(({ address, customer }) => [address, customer]));
  }
}

type EvmChain = Parameters<SignerClient['tokens']>[0];

interface Judged {
  readonly recovery: number;
  readonly found: NamedTransaction;
  readonly arrival: Arrival;
  readonly customer: number;
  readonly isOwn: boolean;
}

function nothing(
  finding: RecoveryAnswer['finding'],
  at?: { readonly height: number; readonly confirmations: number },
): Looked {
  return { answer: { finding, height: null, confirmations: 0, ...at, arrivals: [] }, rows: [] };
}

interface NewRow extends Omit<Judged, 'isOwn'> {
  readonly coin: ChainCoin;
  readonly units: number;
  readonly chain: string;
  readonly time: number;
}

/** The deposit as the watcher would have recorded it. */
function rowOf({ recovery, found, arrival, customer, coin, units, chain, time }: NewRow): DepositRow {
  const { txid, position, to: address } = arrival;
  return {
    id: 0,
    chain,
    txid,
    position,
    customer,
    address,
    coin: coin.coin,
    asset: coin.asset,
    amount: units,
    height: found.height,
    block_hash: found.hash,
    state: 'seen',
    held: 0,
    holds: 0,
    lost_height: null,
    reversals: 0,
    swept: false,
    sweep: null,
    recovery,
    time,
    updated: time,
  };
}
