import { toLedgerUnits } from '@fft/chains';
import type { Logger } from 'pino';
import { isOfCustomer } from '../chain-facts.ts';
import type { Arrival, ChainFacts, ChainReader } from '../chains/chain.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { type DepositRow, internal, internalTxid } from './deposits.ts';
import { hasLeft } from '../../ledger/ledger-lookup.ts';

export interface DepositCheckOptions extends InternalDepositOptions {
  readonly facts: ChainFacts;
  readonly reader: ChainReader;
  readonly log: Logger;
}

/** True if a deposit matches its block or its withdrawal; null if the chain has another block, or the withdrawal is not over. */
export type MatchesChain = (row: DepositRow) => Promise<boolean | null>;

/** What a block has at the place of a deposit: the same, another amount or address (`otherwise`), or nothing; null as of {@link MatchesChain}. */
export type FindsOnChain = (row: DepositRow) => Promise<'same' | 'otherwise' | 'absent' | null>;

/** Verifies deposits right before money moves for them, against their blocks or the withdrawals that made them: a row proves nothing. */
export class DepositCheck {
  readonly #options: DepositCheckOptions;
  /** False deposits already in the log. */
  readonly #logged = new Set<number>();

  constructor(options: DepositCheckOptions) {
    this.#options = options;
  }

  /** Starts a check of many deposits that reads each block once. */
  begin(): MatchesChain {
    const find = this.find();
    return async (row) => {
      const finding = await find(row);
      return finding === null ? null : finding === 'same';
    };
  }

  /** Like {@link begin}, and says what differs. */
  find(): FindsOnChain {
    const read = new Map<string, Promise<readonly Arrival[] | null>>();
    return async (row) => {
      if (row.block_hash === internal) {
        const isSame = await this.#isOfWithdrawal(row);
        return isSame === null ? null : isSame ? 'same' : 'otherwise';
      }
      const arriving = read.get(row.block_hash) ?? this.#arrivalsIn(row.height, row.block_hash);
      read.set(row.block_hash, arriving);
      const arrivals = await arriving;
      if (arrivals === null) return null;
      if (this.#isAmong(arrivals, row)) return 'same';
      return hasPlaceOf(arrivals, row) ? 'otherwise' : 'absent';
    };
  }

  async #isOfWithdrawal(row: DepositRow): Promise<boolean | null> {
    const isSame = await isOfWithdrawal(this.#options, row);
    if (isSame === false) this.#logOnce(row);
    return isSame;
  }

  /** If the block brought something else, the row was planted, or the transaction did something else in another block. */
  #isAmong(arrivals: readonly Arrival[], row: DepositRow): boolean {
    const isSame = isAmong(this.#options.facts, arrivals, row);
    if (!isSame) this.#logOnce(row);
    return isSame;
  }

  #logOnce({ id, txid }: DepositRow): void {
    if (this.#logged.has(id)) return;
    this.#logged.add(id);
    this.#options.log.fatal({ deposit: id, txid }, 'deposit.notInBlock');
  }

  async #arrivalsIn(height: number, hash: string): Promise<readonly Arrival[] | null> {
    const block = await this.#options.reader.block(height);
    return block?.hash === hash ? (await block.read()).arrivals : null;
  }
}

/** True if a block's arrivals include one at the deposit's place, whatever it brings. */
export function hasPlaceOf(arrivals: readonly Arrival[], { txid, position }: DepositRow): boolean {
  return arrivals.some((arrival) => arrival.txid === txid && arrival.position === position);
}

/** True if a block's arrivals include the deposit of this row, to an address derived from the customer's key. */
export function isAmong(
  { coins, addresses }: Pick<ChainFacts, 'coins' | 'addresses'>,
  arrivals: readonly Arrival[],
  row: DepositRow,
): boolean {
  const found = arrivals.find(({ txid, position }) => txid === row.txid && position === row.position);
  const coin = found && coins.byContract(found.token);
  const amount = coin && toLedgerUnits(found.amount, coin.ledgerDecimals, coin.chainDecimals);
  const isSameMoney = coin?.asset === row.asset && coin.coin === row.coin && amount === row.amount;
  return isSameMoney && found?.to === row.address && isOfCustomer(addresses, row.customer, row.address);
}

export interface InternalDepositOptions {
  readonly db: Kysely<Tables>;
  readonly facts: Pick<ChainFacts, 'chain' | 'addresses'>;
  readonly host: EngineHost;
}

/**
 * True if an internal deposit matches the withdrawal that it names: ended, same coin, this address, this amount after the fee, and money that the ledger took from
 * the payer. Null while the ledger still holds that money.
 */
async function isOfWithdrawal(options: InternalDepositOptions, row: DepositRow): Promise<boolean | null> {
  const { db, facts, host } = options;
  const withdrawal = await withdrawalOf(db, row);
  if (!withdrawal || withdrawal.state !== 'done' || withdrawal.txid !== internal) return false;
  const { id, customer: owner, asset, amount, fee, time: since } = withdrawal;
  const isSameMoney = withdrawal.coin === row.coin && asset === row.asset && amount - fee === row.amount;
  const isSamePlace = withdrawal.chain === facts.chain && facts.addresses.canonical(withdrawal.address) === row.address;
  if (!isSameMoney || !isSamePlace || !isOfCustomer(facts.addresses, row.customer, row.address)) return false;
  return hasLeft({ db, host }, { owner, asset, id: String(id), amount, since });
}

async function withdrawalOf(db: Kysely<Tables>, { txid, position }: DepositRow) {
  const id = Number(/^internal-(\d{1,15})$/.exec(txid)?.[1] ?? NaN);
  if (!Number.isSafeInteger(id) || internalTxid(id) !== txid || position !== 0) return undefined;
  return db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst();
}
