import { sql, type Kysely, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Seals } from '../../authority/seals.ts';
import type { Tables } from '../room.ts';
import type { Authority, WithdrawalProcessor, WithdrawalRow } from '../../funds/withdrawals/index.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { bankRail } from '../../assets/networks.ts';
import { entryStatement, matchStatement, type EntryRow } from '../entries/entries.ts';
import { unitsPerMinor } from '../entries/minor-units.ts';
import { isNamed, paymentIn } from './payment-names.ts';
import type { Step } from '../entries/step.ts';
import type { BatchItem } from '../tables.ts';

export interface SettlingOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly authority: Seals & Pick<Authority, 'orderOf'>;
  readonly processor: Pick<WithdrawalProcessor, 'move'>;
  readonly log: Logger;
  readonly now: () => number;
}

/** Marks a payout that the bank refused: no statement settles it any more. */
export const refusedTxid = 'refused';

/**
 * The next step of an entry that names a payment of the exchange, by the name that was sent. `undefined` if it names none; null if it must wait for
 * another entry. Runs in the transaction that moves the entry: the lock keeps others from giving the payout back meanwhile.
 */
export async function settlingStep(
  transaction: Transaction<Tables>,
  options: SettlingOptions,
  entry: EntryRow,
): Promise<Step | null | undefined> {
  const payment = paymentIn(entry.end_to_end);
  const isPayment = entry.direction === 'out' && !entry.is_return;
  if (payment?.kind === 'return') return isPayment ? returning(transaction, options, entry, payment.id) : undefined;
  if (payment === null) return undefined;
  const queued: Step = { state: 'queued', doubts: [entry.direction === 'out' ? 'payout' : 'return'] };
  const row = await findPayout(transaction, entry, payment.id);
  // Anyone can give their own transfer any name. With a name that was never sent, it is an ordinary transfer.
  if (row === null) return entry.direction === 'in' && !entry.is_return ? undefined : queued;
  if (isPayment) return (await leaving(transaction, options, entry, row)) ?? queued;
  // An entry is a return only if the bank calls it one.
  if (entry.direction === 'in' && entry.is_return) return givingBack(transaction, options, entry, row, queued);
  return queued;
}

/** The payout that was sent under the entry's name, locked; null if none was. */
async function findPayout(
  transaction: Transaction<Tables>,
  { currency, end_to_end }: EntryRow,
  id: number,
): Promise<WithdrawalRow | null> {
  const rows = transaction.selectFrom('withdrawals').selectAll().where('id', '=', id).where('chain', '=', bankRail);
  const row = await rows.where('coin', '=', currency).forUpdate().executeTakeFirst();
  return row !== undefined && isNamed(end_to_end, row.txid ?? '') ? row : null;
}

/** The step of an entry by which a payout left: exactly its amount, from the account of the batch, once. */
async function leaving(
  transaction: Transaction<Tables>,
  options: SettlingOptions,
  entry: EntryRow,
  row: WithdrawalRow,
): Promise<Step | null> {
  const isLeft = isPaymentOf(options, entry, row) && row.state === 'sent' && options.authority.orderOf(row) !== null;
  if (!isLeft || (await entryOf(transaction, row.id, 'out'))) return null;
  if (!(await wasReleased(transaction, entry, { kind: 'payout', id: row.id }))) return null;
  return { state: 'settled', payout: row.id, customer: row.customer };
}

/** The step of an entry by which a payout came back, in whole or less the banks' fees. Null until a statement shows that the payout left. */
async function givingBack(
  transaction: Transaction<Tables>,
  { directory, authority }: SettlingOptions,
  entry: EntryRow,
  row: WithdrawalRow,
  queued: Step,
): Promise<Step | null> {
  if (row.state === 'sent') return null;
  const left = await entryOf(transaction, row.id, 'out');
  const isWhole = entry.amount * (unitsPerMinor(directory, entry.currency) ?? Infinity) <= row.amount - row.fee;
  const isBack = row.state === 'done' && left?.account === entry.account && isWhole;
  if (!isBack || (await entryOf(transaction, row.id, 'in'))) return queued;
  const match_mac = authority.macOf(matchStatement(entry, 'credit', row.customer));
  return { state: 'matched', customer: row.customer, payout: row.id, match_mac };
}

/** The step of an entry by which money without an owner went back to its sender. */
async function returning(
  transaction: Transaction<Tables>,
  { authority, now }: SettlingOptions,
  entry: EntryRow,
  id: number,
): Promise<Step> {
  const row = await transaction
    .selectFrom('bank_entries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const isReturned =
    row?.state === 'returning' &&
    row.account === entry.account &&
    row.amount === entry.amount &&
    authority.isMacOf(matchStatement(row, 'return', row.customer), row.match_mac) &&
    (await wasReleased(transaction, entry, { kind: 'return', id }));
  if (!isReturned || !row) return { state: 'queued', doubts: ['payout'] };
  await transaction
    .updateTable('bank_entries')
    .set({ state: 'returned', updated: now() })
    .where('id', '=', id)
    .execute();
  return { state: 'returned', customer: row.customer };
}

function isPaymentOf({ directory }: SettlingOptions, entry: EntryRow, row: WithdrawalRow): boolean {
  const amount = entry.amount * (unitsPerMinor(directory, entry.currency) ?? Infinity);
  return isNamed(entry.end_to_end, row.txid ?? '') && amount === row.amount - row.fee;
}

function entryOf(transaction: Transaction<Tables>, payout: number, direction: 'in' | 'out') {
  const rows = transaction.selectFrom('bank_entries').select(['id', 'account']).where('payout', '=', payout);
  return rows.where('direction', '=', direction).executeTakeFirst();
}

/** True if a released batch of the entry's account has the payment, under the name that the entry shows. */
async function wasReleased(
  transaction: Transaction<Tables>,
  { account, end_to_end }: EntryRow,
  { kind, id }: Pick<BatchItem, 'kind' | 'id'>,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom('bank_batches')
    .select('items')
    .where('account', '=', account)
    .where('state', '=', 'released')
    .where(sql<boolean>`items @> ${JSON.stringify([{ kind, id }])}::jsonb`)
    .execute();
  const sent = rows.flatMap(({ items }) => items.filter((item) => item.kind === kind && item.id === id));
  return sent.some(({ endToEnd }) => isNamed(end_to_end, endToEnd));
}

/** Ends the payouts that statements showed: the ledger takes the money out of the customers' accounts. */
export async function settlePayouts(options: SettlingOptions): Promise<void> {
  const { db, authority, processor, log } = options;
  const entries = await db
    .selectFrom('bank_entries')
    .innerJoin('withdrawals', 'withdrawals.id', 'bank_entries.payout')
    .selectAll('bank_entries')
    .where('bank_entries.state', '=', 'settled')
    .where('withdrawals.state', '=', 'sent')
    .orderBy('bank_entries.id')
    .limit(1000)
    .execute();
  for (const entry of entries) {
    const row = await db
      .selectFrom('withdrawals')
      .selectAll()
      .where('id', '=', entry.payout ?? 0)
      .executeTakeFirstOrThrow();
    const isProven = authority.isMacOf(entryStatement(entry), entry.mac) && isNamed(entry.end_to_end, row.txid ?? '');
    if (!isProven || entry.direction !== 'out' || !isPaymentOf(options, entry, row)) {
      log.fatal({ entry: entry.id }, 'bankEntry.altered');
      continue;
    }
    await processor
      .move(row.id, 'done')
      .catch((err: unknown) => log.error({ err, withdrawal: row.id }, 'payout.settleFailed'));
  }
}
