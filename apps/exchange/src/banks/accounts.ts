import {
  checkAccountNumber,
  csvDates,
  csvOrders,
  minorPlaces,
  payeeName,
  thousandsSigns,
  type AccountKind,
  type CsvMapping,
  type ExpectedAccount,
  type FileEncoding,
  type Mt940Dialect,
} from '@fft/bank-files';
import type { CallParameters } from '@fft/contract';
import type { consoleCalls } from '@fft/console-contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Seals } from '../authority/seals.ts';
import type { Tables } from './room.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';

export type AccountRow = Selectable<Tables['bank_accounts']>;
export type AccountInput = CallParameters<typeof consoleCalls.banks.saveAccount>;

/** An account's details as two operators agree to them. */
export interface AccountDetails {
  readonly id: number | null;
  readonly currency: string;
  readonly kind: AccountKind;
  readonly number: string;
  readonly bank: string;
  readonly holder: string;
  readonly bankName: string;
  readonly address: string;
  readonly listed: boolean;
  readonly cutOff: number;
  readonly timeZone: string;
  readonly holidays: readonly string[];
  readonly csv: CsvMapping | null;
  readonly dialect: Mt940Dialect | null;
  readonly encoding: FileEncoding | null;
}

export interface HouseAccountsOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly authority: Seals;
  readonly now: () => number;
}

/** The exchange's own bank accounts. Their rows carry a MAC: money goes where these details say. */
export interface HouseAccounts {
  all(): Promise<AccountRow[]>;
  find(id: number): Promise<AccountRow | null>;
  /** Listed and unaltered accounts, of one currency or all. */
  listed(currency?: string): Promise<AccountRow[]>;
  isGenuine(row: AccountRow): boolean;
  /** Checks a proposal. @throws FieldRefusal, Refusal */
  check(input: AccountInput): Promise<AccountDetails>;
  /** Saves what two operators agreed to; returns the id. */
  save(transaction: Transaction<Tables>, details: AccountDetails): Promise<number>;
}

export function createHouseAccounts({ db, directory, authority, now }: HouseAccountsOptions): HouseAccounts {
  const isGenuine = (row: AccountRow): boolean => authority.isMacOf(statementOf(row), row.mac);
  const find = async (id: number): Promise<AccountRow | null> =>
    (await db.selectFrom('bank_accounts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
  return {
    all: () => db.selectFrom('bank_accounts').selectAll().orderBy('id').execute(),
    find,
    isGenuine,
    listed: async (currency) => {
      let rows = db.selectFrom('bank_accounts').selectAll().where('listed', '=', true);
      if (currency !== undefined) rows = rows.where('currency', '=', currency);
      return (await rows.orderBy('id').execute()).filter(isGenuine);
    },
    check: async (input) => {
      const details = detailsOf(input);
      const asset = directory.assetId(details.currency);
      const isCurrency = asset !== null && directory.describe(details.currency).fiat;
      if (!isCurrency || directory.asset(asset).decimals < minorPlaces(details.currency))
        throw new FieldRefusal({ coin: 'choice' });
      if (details.id === null) return details;
      const known = await find(details.id);
      if (known === null) throw refuse('notFound');
      if (known.number !== details.number || known.currency !== details.currency)
        throw new FieldRefusal({ number: 'choice' });
      return details;
    },
    save: async (transaction, details) => {
      const row = { ...rowOf(details), updated: now() };
      const values = { ...row, csv: row.csv && JSON.stringify(row.csv), mac: authority.macOf(statementOf(row)) };
      if (details.id !== null) {
        await transaction.updateTable('bank_accounts').set(values).where('id', '=', details.id).execute();
        return details.id;
      }
      const added = await transaction
        .insertInto('bank_accounts')
        .values({ ...values, created: now() })
        .onConflict((conflict) => conflict.columns(['currency', 'number']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (added === undefined) throw refuse('bankAccountSaved');
      return added.id;
    },
  };
}

function rowOf({ bankName, cutOff, timeZone, id: _id, holidays, ...details }: AccountDetails) {
  return { ...details, bank_name: bankName, cut_off: cutOff, time_zone: timeZone, holidays: [...holidays] };
}

function statementOf(row: Omit<AccountRow, 'id' | 'mac' | 'created'>): readonly unknown[] {
  const {
    currency,
    kind,
    number,
    bank,
    holder,
    bank_name,
    address,
    listed,
    cut_off,
    time_zone,
    holidays,
    csv,
    dialect,
    encoding,
    updated,
  } = row;
  const shown = { currency, kind, number, bank, holder, bank_name, address, listed };
  return ['bank account', shown, cut_off, time_zone, holidays, csv, updated, dialect, encoding];
}

/** What a reader of files has to know of an account. */
export function expectedOf({ number, currency, csv: mapping, dialect, encoding }: AccountRow): ExpectedAccount {
  return { number, currency, mapping, dialect, encoding };
}

/** @throws FieldRefusal */
function detailsOf(input: AccountInput): AccountDetails {
  const { id, coin, kind, holder, bankName, address, listed, cutOff, timeZone } = input;
  const checked = checkAccountNumber({ kind, number: input.number, bank: input.bank });
  if (typeof checked === 'string')
    throw new FieldRefusal({ [checked]: checked === 'number' ? 'bankAccount' : 'bankCode' });
  if (payeeName(holder, kind) === null) throw new FieldRefusal({ holder: 'payeeName' });
  if (!isTimeZone(timeZone)) throw new FieldRefusal({ timeZone: 'choice' });
  const holidays = input.holidays.split(/[\s,]+/).filter((day) => day !== '');
  if (!holidays.every(isDay)) throw new FieldRefusal({ holidays: 'time' });
  const [hours = '0', minutes = '0'] = cutOff.split(':');
  return {
    id: id ?? null,
    currency: coin,
    ...checked,
    holder,
    bankName,
    address,
    listed,
    cutOff: Number(hours) * 60 + Number(minutes),
    timeZone,
    holidays: [...new Set(holidays)].toSorted(),
    csv: input.csv === undefined ? null : mappingOf(input.csv),
    dialect: input.dialect ?? null,
    encoding: input.encoding ?? null,
  };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

const column = z.string().check(z.minLength(1), z.maxLength(100));
const mapping = z.strictObject({
  delimiter: z.enum([',', ';', '\t']),
  decimal: z.enum(['.', ',']),
  thousands: z.optional(z.enum(thousandsSigns)),
  dateForm: z.enum(csvDates),
  order: z.optional(z.enum(csvOrders)),
  date: column,
  reference: z.optional(column),
  amount: z.optional(column),
  credit: z.optional(column),
  debit: z.optional(column),
  currency: z.optional(column),
  ownAccount: z.optional(column),
  balance: z.optional(column),
  name: z.optional(column),
  account: z.optional(column),
  text: z.optional(column),
  endToEnd: z.optional(column),
});

/** The columns of a bank's CSV that two operators agreed to. @throws FieldRefusal */
export function columnsOf(value: unknown): CsvMapping {
  const read = mapping.safeParse(value);
  const hasAmounts =
    read.success &&
    (read.data.amount !== undefined) !== (read.data.credit !== undefined && read.data.debit !== undefined);
  const hasOneSign = read.success && read.data.thousands !== read.data.decimal;
  if (!read.success || !hasAmounts || !hasOneSign) throw new FieldRefusal({ csv: 'csvMapping' });
  return read.data;
}

/** @throws FieldRefusal */
function mappingOf(text: string): CsvMapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FieldRefusal({ csv: 'csvMapping' });
  }
  return columnsOf(value);
}
