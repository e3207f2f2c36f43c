import { minorPlaces } from '@fft/bank-files';
import { formatDecimal } from '@fft/decimal';
import { SystemOwner } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { ContextOf } from '../../context.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { latestClosings } from './closings.ts';

/** What a bank holds for the exchange in one account. Amounts are minor units. */
interface Held {
  readonly currency: string;
  /** The latest closing balance: what the bank owes by its own statement. */
  readonly closing: number;
  /** Money in and money out that notifications showed for days after the closing balance. */
  readonly cameSince: number;
  readonly leftSince: number;
}

/**
 * Reads what the banks hold. An entry that its day's statement lacks counts nowhere: the bank doesn't have that money. Until the statement comes,
 * money in is only a promise, and money out is gone.
 */
async function readHeld(db: Kysely<Tables>): Promise<Held[]> {
  const closings = await latestClosings(db);
  const { rows } = await sql<{ account: number; currency: string; day: string; direction: 'in' | 'out'; sum: number }>`
    select account, currency, booked as day, direction, sum(amount)::bigint as sum from bank_entries
    where statement is null and parent is null and state <> 'same' group by 1, 2, 3, 4`.execute(db);
  const accounts = await sql<{ id: number; currency: string }>`
    select id, currency from bank_accounts a where exists (select from bank_statements where account = a.id)`.execute(
    db,
  );
  return accounts.rows.map(({ id, currency }) => {
    const closing = closings.get(id);
    const since = rows.filter(({ account, day }) => account === id && (closing === undefined || day > closing.day));
    const of = (wanted: 'in' | 'out'): number =>
      since.reduce((total, { direction, sum }) => (direction === wanted ? total + sum : total), 0);
    return { currency, closing: closing?.amount ?? 0, cameSince: of('in'), leftSince: of('out') };
  });
}

async function sumByCurrency(
  db: Kysely<Tables>,
  amountOf: (held: Held) => number,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  for (const held of await readHeld(db)) sums.set(held.currency, (sums.get(held.currency) ?? 0) + amountOf(held));
  return sums;
}

/** The books' records of bank money, for solvency and the proof of liabilities. */
export interface BankRecords {
  /** Reserves by currency, as decimals: never more than the banks' own closing balances. */
  readReserves(): Promise<Readonly<Record<string, string>>>;
}

export function createBankRecords({ storage }: ContextOf<'banks'>): BankRecords {
  return { readReserves: () => readBankReserves(storage.pools.reading.db) };
}

/** Reserves by currency, as decimals: never more than the banks' own closing balances. */
export async function readBankReserves(db: Kysely<Tables>): Promise<Readonly<Record<string, string>>> {
  const reserves = [...(await sumByCurrency(db, ({ closing, leftSince }) => closing - leftSince))];
  return Object.fromEntries(reserves.map(([currency, amount]) => [currency, decimalOf(amount, currency)]));
}

function decimalOf(amount: number, currency: string): string {
  return formatDecimal(Math.max(0, amount), minorPlaces(currency));
}

/**
 * Currencies of which the banks hold less than the ledger's deposits less payouts. Money that notifications showed since the last statement is in
 * the ledger already, so it counts as held.
 */
export async function shortCurrencies(
  db: Kysely<Tables>,
  { host, directory }: { readonly host: EngineHost; readonly directory: Directory },
): Promise<string[]> {
  const reserves = await sumByCurrency(db, ({ closing, cameSince, leftSince }) => closing + cameSince - leftSince);
  return [...reserves].flatMap(([currency, amount]) => {
    const asset = directory.assetId(currency);
    if (asset === null) return [];
    const of = (owner: number): number =>
      host.engine.balance(owner, 'fiat', asset).available + host.engine.balance(owner, 'coin', asset).available;
    const owed = -of(SystemOwner.chain) - of(SystemOwner.house);
    const held = amount * 10 ** (directory.asset(asset).decimals - minorPlaces(currency));
    return held < owed ? [currency] : [];
  });
}
