import { createHash } from 'node:crypto';
import { payeeName, writePain001 } from '@fft/bank-files';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Seals } from '../../authority/seals.ts';
import { auditFirst, writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import type { Authority, WithdrawalProcessor, WithdrawalRow } from '../../funds/withdrawals/index.ts';
import type { Review } from '../../identity/index.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { bankRail } from '../../assets/networks.ts';
import { refuse } from '../refusals.ts';
import type { AccountRow, HouseAccounts } from '../accounts.ts';
import { departureOf } from './cut-off.ts';
import { entryStatement, matchStatement } from '../entries/entries.ts';
import { unitsPerMinor } from '../entries/minor-units.ts';
import { accountNumberOf } from '../saved-accounts.ts';
import { paymentLabel, paymentName } from './payment-names.ts';
import { refusedTxid } from './settle.ts';
import type { BatchItem } from '../tables.ts';
import { isUnreleasedReturn } from '../waiting.ts';

export type BatchRow = Selectable<Tables['bank_batches']>;

export interface BatchesOptions {
  readonly db: Kysely<Tables>;
  readonly accounts: Pick<HouseAccounts, 'find' | 'isGenuine'>;
  readonly directory: Directory;
  readonly authority: Seals & Pick<Authority, 'orderOf'>;
  readonly processor: Pick<WithdrawalProcessor, 'mayPay' | 'noteSent' | 'notePaidBy' | 'move'>;
  readonly review: Pick<Review, 'latest'>;
  /** Refuses payments from an account whose statements differ from the ledger. */
  readonly refuseBroken: (account: number) => Promise<void>;
  readonly now: () => number;
}

/** What an account can pay. `leftOut` has the payments to recipients whose name no bank takes, with that name. */
export interface Payable {
  readonly items: readonly BatchItem[];
  readonly leftOut: readonly BatchItem[];
}

/** Payments out: payable items, batches of them, and the release by two operators. */
export interface Batches {
  payable(account: number): Promise<Payable & { readonly account: AccountRow }>;
  /** Keeps exactly this list until a second operator releases it. @throws Refusal */
  propose(account: number, endToEnds: readonly string[], operator: string): Promise<BatchRow>;
  /** Releases a list once, if it still has the digest that was proposed. @throws Refusal */
  release(id: number, digest: string, by: { readonly operator: string; readonly first: string }): Promise<void>;
  find(id: number): Promise<BatchRow>;
  /** False if a released batch was changed behind the exchange's back. */
  isGenuine(row: BatchRow): boolean;
  /** The file for the bank. The download is logged. @throws Refusal */
  file(id: number, operator: string): Promise<{ readonly name: string; readonly text: string }>;
  /** Returns a payout if it may be given back. @throws Refusal */
  checkFailing(id: number): Promise<WithdrawalRow>;
  /** Gives back a payout that the bank refused. @throws Refusal */
  fail(
    id: number,
    reason: { readonly zh: string; readonly en: string },
    by: { readonly operator: string; readonly first: string },
  ): Promise<void>;
}

const maxItems = 1000;

export function createBatches(options: BatchesOptions): Batches {
  const { db, authority } = options;
  const find = async (id: number): Promise<BatchRow> => {
    const row = await db.selectFrom('bank_batches').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw refuse('notFound');
    return row;
  };
  const isGenuine = (row: BatchRow): boolean =>
    row.body !== null && authority.isMacOf(statementOf(row, row.body), row.mac);
  return {
    find,
    isGenuine,
    payable: async (id) => {
      const account = await requireAccount(options, id);
      return { account, ...(await itemsOf(options, account)) };
    },
    propose: async (id, endToEnds, proposer) => {
      const account = await requireAccount(options, id);
      await options.refuseBroken(id);
      const items = await listed(options, account, endToEnds);
      const total = items.reduce((sum, { amount }) => sum + amount, 0);
      return db
        .insertInto('bank_batches')
        .values({
          account: id,
          state: 'proposed',
          items: JSON.stringify(items),
          digest: digestOf(account, items),
          total,
          body: null,
          mac: null,
          proposer,
          releaser: null,
          time: options.now(),
          released: null,
          written: null,
          refusals: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    release: async (id, digest, by) => release(options, await find(id), digest, by),
    file: async (id, operator) => {
      const row = await find(id);
      if (row.body === null || row.state !== 'released') throw refuse('bankBatchNotReleased');
      if (!isGenuine(row)) throw refuse('approvalAltered');
      const act = { time: options.now(), operator, act: 'bankBatch.download', target: `bank batch ${id}` };
      await db
        .transaction()
        .execute((transaction) => writeAudit(transaction, { ...act, after: { digest: row.digest } }));
      return { name: batchFileName(id), text: row.body };
    },
    checkFailing: (id) => db.transaction().execute((transaction) => failing(transaction, id)),
    fail: (id, reason, by) => fail(options, id, reason, by),
  };
}

export function batchFileName(id: number): string {
  return `BATCH-${id}.xml`;
}

/** @throws Refusal if the account is unknown, unlisted or altered */
async function requireAccount({ accounts }: BatchesOptions, id: number): Promise<AccountRow> {
  const row = await accounts.find(id);
  if (row === null) throw refuse('notFound');
  if (!row.listed || !accounts.isGenuine(row)) throw refuse('bankAccountUnlisted');
  return row;
}

/** Approved payouts of the account's currency, and entries of the account to be returned. Each needs a proven decision. */
async function itemsOf(options: BatchesOptions, account: AccountRow): Promise<Payable> {
  const found = [...(await payoutItems(options, account)), ...(await returnItems(options, account))];
  // One name that no bank takes would block the whole file.
  const written = found.map((item) => ({ item, name: payeeName(item.name, item.account.kind) }));
  return {
    items: written.flatMap(({ item, name }) => (name === null ? [] : [{ ...item, name }])),
    leftOut: written.flatMap(({ item, name }) => (name === null ? [item] : [])),
  };
}

async function payoutItems(
  { db, directory, authority, review }: BatchesOptions,
  { currency }: AccountRow,
): Promise<BatchItem[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('state', '=', 'approved')
    .where('chain', '=', bankRail)
    .where('coin', '=', currency)
    .orderBy('id')
    .limit(maxItems)
    .execute();
  const identities = await review.latest(rows.map(({ customer }) => customer));
  const scale = unitsPerMinor(directory, currency) ?? Infinity;
  return rows.flatMap((row): BatchItem[] => {
    const identity = identities.get(row.customer);
    const amount = (row.amount - row.fee) / scale;
    // A payout goes only to the customer, under their verified name.
    if (
      authority.orderOf(row) === null ||
      identity?.state !== 'passed' ||
      !identity.name ||
      !Number.isSafeInteger(amount)
    )
      return [];
    const { id, customer } = row;
    const account = accountNumberOf(row);
    const { name } = identity;
    return [{ kind: 'payout', id, endToEnd: paymentName(authority, 'payout', id), amount, customer, name, account }];
  });
}

async function returnItems({ db, authority }: BatchesOptions, { id: account }: AccountRow): Promise<BatchItem[]> {
  const rows = await db
    .selectFrom('bank_entries')
    .selectAll()
    .where('state', '=', 'returning')
    .where('account', '=', account)
    .where(isUnreleasedReturn)
    .orderBy('id')
    .limit(maxItems)
    .execute();
  return rows.flatMap((row): BatchItem[] => {
    const { id, amount, customer, name, number } = row;
    const isProven =
      authority.isMacOf(entryStatement(row), row.mac) &&
      authority.isMacOf(matchStatement(row, 'return', customer), row.match_mac);
    if (!isProven || name === null || number === null) return [];
    return [
      {
        kind: 'return',
        id,
        endToEnd: paymentName(authority, 'return', id),
        amount,
        customer,
        name,
        account: { kind: 'iban', number, bank: '' },
      },
    ];
  });
}

/** The payable items with these names. @throws Refusal if one of them can't be paid now */
async function listed(
  options: BatchesOptions,
  account: AccountRow,
  endToEnds: readonly string[],
): Promise<BatchItem[]> {
  const { items: payable } = await itemsOf(options, account);
  const wanted = new Set(endToEnds);
  const items = payable.filter(({ kind, id, endToEnd }) => wanted.has(endToEnd) || wanted.has(paymentLabel(kind, id)));
  if (items.length !== wanted.size || items.length === 0) throw refuse('bankBatchChanged');
  return items;
}

/** The digest of the account and, in the order of the list, of amounts and recipients. */
function digestOf({ id, number, currency }: AccountRow, items: readonly BatchItem[]): string {
  const list = items.map(({ kind, id: of, endToEnd, amount, customer, name, account }) => [
    kind,
    of,
    endToEnd,
    amount,
    customer,
    name,
    account.kind,
    account.number,
    account.bank,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([id, number, currency, list]))
    .digest('hex');
}

function statementOf(
  { id, account, digest }: Pick<BatchRow, 'id' | 'account' | 'digest'>,
  body: string,
): readonly unknown[] {
  return ['bank batch', id, account, digest, createHash('sha256').update(body).digest('hex')];
}

async function release(
  options: BatchesOptions,
  row: BatchRow,
  digest: string,
  { operator, first }: { readonly operator: string; readonly first: string },
): Promise<void> {
  const { db, authority, processor, now } = options;
  if (row.state === 'released' && row.digest === digest) return;
  const account = await requireAccount(options, row.account);
  await options.refuseBroken(account.id);
  const items = await listed(
    options,
    account,
    row.items.map(({ endToEnd }) => endToEnd),
  );
  if (digestOf(account, items) !== digest) throw refuse('bankBatchChanged');
  const payouts = items.filter(({ kind }) => kind === 'payout');
  for (const { id, customer } of payouts) {
    const of = { id, customer: customer ?? 0 };
    // A stopped account's payout goes back to review, and operators make the batch again without it.
    if (!(await processor.mayPay(of, { onSentBack: () => Promise.resolve() }))) throw refuse('bankBatchChanged');
  }
  const body = fileOf(account, items, { id: row.id, time: now() });
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('bank_batches')
      .set({
        state: 'released',
        digest,
        items: JSON.stringify(items),
        body,
        mac: authority.macOf(statementOf({ ...row, digest }, body)),
        releaser: operator,
        released: now(),
      })
      .where('id', '=', row.id)
      .where('state', '=', 'proposed')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw refuse('bankBatchChanged');
    for (const { id, customer, endToEnd } of payouts)
      if ((await processor.noteSent(transaction, { id, customer: customer ?? 0 }, endToEnd)) === null)
        throw refuse('bankBatchChanged');
    await writeAudit(transaction, {
      time: now(),
      operator,
      act: 'bankBatch.release',
      target: `bank batch ${row.id}`,
      after: { account: account.id, digest, payments: items.map(({ endToEnd }) => endToEnd), total: row.total, first },
    });
  });
}

function fileOf(
  account: AccountRow,
  items: readonly BatchItem[],
  { id, time }: { readonly id: number; readonly time: number },
): string {
  const { kind, number, bank, holder: name, currency } = account;
  return writePain001({
    id: `BATCH-${id}`,
    created: `${new Date(time).toISOString().slice(0, 19)}Z`,
    executeOn: departureOf(account, time).leavesOn,
    currency,
    debtor: { name, account: { kind, number, bank } },
    payments: items.map((item) => ({ ...item, text: item.endToEnd })),
  });
}

/** A payout that was approved or sent and that no statement shows. @throws Refusal for any other payout */
async function failing(transaction: Transaction<Tables>, id: number): Promise<WithdrawalRow> {
  const rows = transaction.selectFrom('withdrawals').selectAll().where('id', '=', id).where('chain', '=', bankRail);
  const row = await rows.forUpdate().executeTakeFirst();
  if (row === undefined) throw refuse('notFound');
  const left = await transaction.selectFrom('bank_entries').select('id').where('payout', '=', id).executeTakeFirst();
  if (!['approved', 'sent'].includes(row.state) || left !== undefined) throw refuse('payoutNotFailing');
  return row;
}

async function fail(
  { db, processor, now }: BatchesOptions,
  id: number,
  { zh, en }: { readonly zh: string; readonly en: string },
  { operator, first }: { readonly operator: string; readonly first: string },
): Promise<void> {
  const found = await db.selectFrom('withdrawals').select(['state', 'txid']).where('id', '=', id).executeTakeFirst();
  // The process may have died after giving the payout back.
  if ((found?.state === 'failed' && found.txid === refusedTxid) || found?.state === 'rejected') return;
  const act = { time: now(), operator, act: 'bankPayout.fail', target: `withdrawal ${id}`, after: { first, zh, en } };
  if (found?.state === 'approved') {
    await db.transaction().execute((transaction) => failing(transaction, id));
    // Only a payout that is in no file yet can be rejected: a concurrent release wins.
    return auditFirst(db, act, async () => {
      if ((await processor.move(id, 'rejected', { reason_zh: zh, reason_en: en })) === null)
        throw refuse('payoutNotFailing');
    });
  }
  // From here on no statement can settle the payout: it is given back or it left, never both.
  await db.transaction().execute(async (transaction) => {
    await failing(transaction, id);
    await processor.notePaidBy(id, { txid: refusedTxid }, transaction);
    await writeAudit(transaction, act);
  });
  await processor.move(id, 'failed', { reason_zh: zh, reason_en: en });
}
