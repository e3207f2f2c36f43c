import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { type ChainFacts, isOfCustomer } from '../chain-facts.ts';
import { type DepositRow, internal, internalTxid } from './deposits.ts';
import { hasLeft } from '../../ledger/ledger-lookup.ts';

export interface InternalDepositOptions {
  readonly db: Kysely<Tables>;
  readonly facts: Pick<ChainFacts, 'chain' | 'addresses'>;
  readonly host: EngineHost;
}

/**
 * True if an internal deposit matches the withdrawal that it names: ended, same coin, this address, this amount after the fee, and money that the ledger took from
 * the payer. Null while the ledger still holds that money.
 */
export async function isOfWithdrawal(options: InternalDepositOptions, row: DepositRow): Promise<boolean | null> {
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
