import type { Kysely } from 'kysely';
import { dayOf, type Payer } from '../made-up-bank.ts';
import { createHouseAccounts, type AccountRow } from '../../src/banks/accounts.ts';
import { createReferences } from '../../src/banks/entries/references.ts';
import type { Tables } from '../../src/database/tables.ts';
import type { Directory } from '../../src/ledger/listings/directory.ts';
import { createExchangeSide, namesOf, type ExchangeSide, type Names, type RunLedger } from './exchange-side.ts';
import type { MadeBank } from './made-cases.ts';

/** A customer who sends and gets money. */
export interface RunCustomer extends Payer {
  readonly id: number;
}

/** A file, imported by a process that may die on the way. */
export type Importer = (file: string) => Promise<void>;

/** The exchange in which cases run one after the other. */
export interface RunExchange {
  readonly ledger: RunLedger;
  readonly db: Kysely<Tables>;
  readonly customers: readonly RunCustomer[];
  readonly stranger: Payer;
  readonly side: ExchangeSide;
  newAccount(bank: Pick<MadeBank, 'habits'> | null): Promise<AccountRow>;
  passTime(ms: number): void;
}

const customerNames = ['Anna Müller', 'Max Weber', 'Eve Adams'];
/** In minor units, for all payouts of all cases. */
const funds = 10 ** 8;

export const currency = 'CNY';

export function assetOf(directory: Directory): number {
  return directory.assetId(currency) ?? 0;
}

/** Units of the ledger in a minor unit. */
export function scaleOf(directory: Directory): number {
  return 10 ** (directory.asset(assetOf(directory)).decimals - 2);
}

/** Verified names of the customers whom `openRuns` made, for other processes on its database. */
export async function readNames(db: Kysely<Tables>): Promise<Names> {
  const rows = await db.selectFrom('customers').select('id').orderBy('id').execute();
  return new Map(rows.map(({ id }, index) => [id, customerNames[index] ?? '']));
}

/** Makes customers with money, and a first bank account that has what the exchange owes them. */
export async function openRuns(
  ledger: RunLedger & Pick<RunExchange, 'passTime'>,
  db: Kysely<Tables>,
): Promise<RunExchange> {
  const { authority, directory, gateway, now } = ledger;
  const references = createReferences(db, authority);
  const customers: RunCustomer[] = [];
  for (const [index, name] of customerNames.entries()) {
    const { id } = await db
      .insertInto('customers')
      .values({ email: `c${index}@test.example`, password_hash: '', lang: 'en', up_color: 'green', created: now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const text = `for ${await references.of(id, currency)}`;
    customers.push({ id, name, account: `62220212345678901${index}8`, text });
    const amount = funds * scaleOf(directory);
    const what = { owner: id, kind: 'fiat', asset: assetOf(directory), amount } as const;
    await gateway.submit({ type: 'deposit', requestId: `opening-${id}`, source: 'chain', ...what });
  }
  let accounts = 0;
  const newAccount = async (bank: Pick<MadeBank, 'habits'> | null): Promise<AccountRow> => {
    accounts += 1;
    const house = createHouseAccounts({ ...ledger, db });
    const details = { ...accountDetails, number: `${accounts}-1`, dialect: bank?.habits.dialect ?? null };
    const id = await db.transaction().execute((transaction) => house.save(transaction, details));
    const row = await house.find(id);
    if (row === null) throw new Error('the account was not saved');
    return row;
  };
  await fillFirst(db, (await newAccount(null)).id, now());
  const stranger = { name: 'Stranger', account: '6222021234567890999', text: 'hello' };
  const side = createExchangeSide(ledger, db, namesOf(customers));
  const run = { ledger, db, customers, stranger, side, newAccount, passTime: ledger.passTime };
  return process.env['DEEP_CANARY'] === undefined ? run : { ...run, side: creditingMore(run) };
}

/** A planted bug: every twentieth time that money is credited, a customer gets some that no entry stands for. */
function creditingMore({ side, ledger, customers }: RunExchange): ExchangeSide {
  let rounds = 0;
  return {
    ...side,
    credit: async () => {
      await side.credit();
      rounds += 1;
      const owner = customers[0]?.id ?? 0;
      const what = {
        owner,
        kind: 'fiat',
        asset: assetOf(ledger.directory),
        amount: scaleOf(ledger.directory),
      } as const;
      if (rounds % 20 === 0)
        await ledger.gateway.submit({ type: 'deposit', requestId: `planted-${rounds}`, source: 'chain', ...what });
    },
  };
}

const accountDetails = {
  id: null,
  currency,
  kind: 'cn',
  bank: '',
  holder: 'FFT',
  bankName: 'Bank',
  address: '',
  listed: true,
  cutOff: 960,
  timeZone: 'Asia/Shanghai',
  holidays: [],
  csv: null,
  encoding: null,
} as const;

/** The first account holds so much that no case's debts hide what the others have. */
async function fillFirst(db: Kysely<Tables>, account: number, time: number): Promise<void> {
  const words = { name: '', format: 'mt940', source: 'folder', state: 'read', digest: '', body: '' } as const;
  const { id: file } = await db
    .insertInto('bank_files')
    .values({ account, ...words, operator: '', entries: 0, results: null, time })
    .returning('id')
    .executeTakeFirstOrThrow();
  const balances = { opening: 10 ** 9, closing: 10 ** 9 };
  await db
    .insertInto('bank_statements')
    .values({ file, account, name: '', from_day: dayOf(0), to_day: dayOf(0), ...balances })
    .execute();
}
