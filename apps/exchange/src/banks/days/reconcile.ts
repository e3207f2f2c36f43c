import { bankProblemText, type BankProblem } from '@fft/console-contract';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Seals } from '../../authority/seals.ts';
import type { Tables } from '../room.ts';
import { haveTablesCaughtUp } from '../../ledger/ledger-lookup.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { AccountRow, HouseAccounts } from '../accounts.ts';
import { closedDays, hasGap, type ClosedDay } from './closings.ts';
import { creditId, entryStatement, type EntryRow } from '../entries/entries.ts';
import { formatMinor, unitsPerMinor } from '../entries/minor-units.ts';

export interface ReconcileOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly directory: Directory;
  readonly authority: Pick<Seals, 'isMacOf'>;
  readonly accounts: Pick<HouseAccounts, 'all'>;
  readonly log: Logger;
  readonly now: () => number;
}

/** Every run compares so many of an account's last days again, to notice later changes behind the exchange's back. */
const daysCompared = 40;
/** After this time an unfinished entry counts as outside the ledger, so that a stuck entry shows as a difference. */
const pendingMs = 3_600_000;

/**
 * Reconciles each day of each account to the minor unit: opening balance plus entries with the closing balance, and entries with the ledger's
 * postings. A difference stays until a later comparison finds none, or two operators explain it.
 */
export async function reconcile(options: ReconcileOptions): Promise<void> {
  const { accounts, db, log, now } = options;
  if (!(await haveTablesCaughtUp(options))) return;
  for (const account of await accounts.all()) {
    const days = await closedDays(db, account.id);
    for (const [index, day] of days.entries()) {
      if (index < days.length - daysCompared) continue;
      const found = await compareDay(options, account, { day, since: days[index - 1]?.day ?? null });
      if (found === null) continue;
      const before = await writeDay(db, { ...found, time: now() });
      if (found.problem !== null && before !== found.problem)
        log.fatal({ account: account.id, day: found.day, problem: found.problem }, 'bankDay.differs');
    }
  }
}

type Compared = Omit<Selectable<Tables['bank_days']>, 'explained_by' | 'explanation' | 'time'>;

/** Compares a day. Null while an entry of the day is on its way into the ledger. */
async function compareDay(
  options: ReconcileOptions,
  account: AccountRow,
  { day, since }: DayOf,
): Promise<Compared | null> {
  const { db, authority } = options;
  const { entries, leaves } = await entriesOf(db, account.id, day);
  const isYoung = ({ updated }: EntryRow): boolean => updated > options.now() - pendingMs;
  if (leaves.some((entry) => (entry.state === 'new' || entry.state === 'matched') && isYoung(entry))) return null;
  const inLedger = sum(leaves.filter(isInLedger));
  const posted = await postedOnce(options, account, { entries: leaves, isYoung, expected: inLedger });
  if (posted === null) return null;
  const moneyIn = sum(entries.filter(({ direction }) => direction === 'in'));
  const moneyOut = -sum(entries.filter(({ direction }) => direction === 'out'));
  const { opening, closing } = day;
  const became = sum(leaves);
  const [atBank, atEntries, atLedger] = [
    opening + moneyIn - moneyOut - closing,
    moneyIn - moneyOut - became,
    inLedger - posted,
  ];
  const shown = (amount: number): string => `${formatMinor(amount, account.currency)} ${account.currency}`;
  const altered = [...entries, ...leaves].filter((entry) => !authority.isMacOf(entryStatement(entry), entry.mac));
  const unshown = await unshownUntil(db, account.id, { day: day.day, since });
  const isGap = !day.isProven && hasGap(day);
  const problems: [BankProblem, string][] = [];
  if (isGap) problems.push(['missing', '']);
  if (altered.length > 0) problems.push(['altered', [...new Set(altered.map(({ id }) => id))].join(', ')]);
  if (atBank !== 0 && !isGap) problems.push(['balances', shown(atBank)]);
  if (atEntries !== 0) problems.push(['outcomes', shown(atEntries)]);
  if (atLedger !== 0) problems.push(['ledger', shown(atLedger)]);
  if (unshown.length > 0) problems.push(['unshown', unshown.join(', ')]);
  return {
    account: account.id,
    day: day.day,
    opening,
    money_in: moneyIn,
    money_out: moneyOut,
    closing,
    ledger: posted,
    other: became - inLedger,
    difference: [atBank, atEntries, atLedger].find((each) => each !== 0) ?? 0,
    problem: problems.length === 0 ? null : bankProblemText(problems),
  };
}

/** A day, and the one before it that has a statement. */
interface DayOf {
  readonly day: ClosedDay;
  readonly since: string | null;
}

/** The entries of a day, and the rows with their outcomes (`leaves`): the parts of a split entry, else the entry itself. */
async function entriesOf(db: Kysely<Tables>, account: number, { statements }: ClosedDay) {
  const ids = statements.map(({ id }) => id);
  const rows = db.selectFrom('bank_entries').selectAll().where('account', '=', account);
  const entries = await rows
    .where('statement', 'in', ids)
    .where('parent', 'is', null)
    .where('state', '<>', 'same')
    .execute();
  const split = entries.flatMap(({ id, state }) => (state === 'split' ? [id] : []));
  const parts = split.length === 0 ? [] : await rows.where('parent', 'in', split).execute();
  return { entries, leaves: [...entries.filter(({ state }) => state !== 'split'), ...parts] };
}

/** Entries that a notification showed and the statement of their day didn't. */
async function unshownUntil(
  db: Kysely<Tables>,
  account: number,
  { day, since }: { readonly day: string; readonly since: string | null },
): Promise<number[]> {
  let rows = db
    .selectFrom('bank_entries')
    .select('id')
    .where('account', '=', account)
    .where('statement', 'is', null)
    .where('parent', 'is', null)
    .where('state', '<>', 'same')
    .where('booked', '<=', day);
  if (since !== null) rows = rows.where('booked', '>', since);
  return (await rows.orderBy('id').execute()).map(({ id }) => id);
}

/** Money in less money out. */
function sum(of: readonly EntryRow[]): number {
  return of.reduce((total, each) => total + signed(each), 0);
}

function signed({ direction, amount }: EntryRow): number {
  return direction === 'in' ? amount : -amount;
}

/** True if the ledger has the entry: credited to a customer, paid out of their account, or given back to it. */
function isInLedger({ state, payout, direction }: EntryRow): boolean {
  return (
    state === 'credited' || state === 'gaveBack' || (state === 'settled' && payout !== null && direction === 'out')
  );
}

interface Entries {
  readonly entries: readonly EntryRow[];
  readonly isYoung: (entry: EntryRow) => boolean;
}

/**
 * The sum that the ledger posted for these entries, in minor units. An entry may have been credited after the tables caught up, so a sum that
 * differs is read again once they catch up again. Null if the sum can't be known now.
 */
async function postedOnce(
  options: ReconcileOptions,
  account: AccountRow,
  { expected, ...of }: Entries & { readonly expected: number },
): Promise<number | null> {
  const posted = await postedFor(options, account, of);
  if (posted === expected || posted === null) return posted;
  return (await haveTablesCaughtUp(options)) ? postedFor(options, account, of) : null;
}

/** The sum that the tables have for these entries, in minor units. Null while the ledger is still taking a payout out. */
async function postedFor(
  { db, directory }: ReconcileOptions,
  { currency }: AccountRow,
  { entries, isYoung }: Entries,
): Promise<number | null> {
  const credits = entries.filter((entry) => isInLedger(entry) && entry.direction === 'in').map(creditId);
  const payouts = entries.flatMap(({ state, payout }) => (state === 'settled' && payout !== null ? [payout] : []));
  const young = entries.filter(isYoung).flatMap(({ state, payout }) => (state === 'settled' ? (payout ?? []) : []));
  if (young.length > 0) {
    const open = db.selectFrom('withdrawals').select('id').where('id', 'in', young).where('closed', '=', false);
    if ((await open.limit(1).executeTakeFirst()) !== undefined) return null;
  }
  const asset = directory.assetId(currency);
  const { rows } = await sql<{ units: number | null }>`
    select (coalesce((select sum(available_delta + frozen_delta) from postings where reason = 'deposit' and owner >= 1000
        and kind = 'fiat' and asset = ${asset} and reference = any(${credits}::text[])), 0)
      + coalesce((select sum(available_delta + frozen_delta) from postings
          join withdrawals on withdrawals.customer = postings.owner and withdrawals.id::text = postings.reference
          where withdrawals.id = any(${payouts}::bigint[]) and owner >= 1000 and kind = 'fiat' and postings.asset = ${asset}
            and postings.reason not in ('freeze', 'release', 'trade') and postings.reason in ('withdraw', 'fee')), 0))::bigint as units
  `.execute(db);
  return (rows[0]?.units ?? 0) / (unitsPerMinor(directory, currency) ?? 1);
}

/** Writes a day; an explanation holds for the same problem only. Returns the problem that was known before. */
async function writeDay(db: Kysely<Tables>, row: Compared & { readonly time: number }): Promise<string | null> {
  const known = await db
    .selectFrom('bank_days')
    .select(['problem', 'explained_by', 'explanation'])
    .where('account', '=', row.account)
    .where('day', '=', row.day)
    .executeTakeFirst();
  const kept = known && known.problem === row.problem ? known : { explained_by: null, explanation: null };
  const { explained_by, explanation } = kept;
  const values = { ...row, explained_by, explanation };
  await db
    .insertInto('bank_days')
    .values(values)
    .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet(values))
    .execute();
  return known?.problem ?? null;
}
