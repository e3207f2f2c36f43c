import { writeCamt053, type BankEntry } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { waitFor } from './wait-for.ts';
import { paymentName } from '../src/banks/payouts/payment-names.ts';
import { createAuthority } from '../src/funds/withdrawals/authority.ts';
import { openSecrets } from '../src/config/secrets.ts';
import { readSettings } from '../src/config/settings.ts';
import { nameHashes } from '../src/identity/names.ts';
import { createFieldCipher } from '../src/platform/crypto/field-cipher.ts';
import { startTestConsole, type TestConsole, type TestOperator } from './test-console.ts';
import type { MoneyCustomer } from './test-money.ts';
import type { TestCustomer } from './test-exchange.ts';

/** The exchange's account in tests. */
export const houseIban = 'DE89370400440532013000';

/** An exchange with a console, euros, and a bank account in euros that two operators of the treasury listed. */
export interface TestBank extends TestConsole {
  /** Number of the bank account. */
  readonly account: number;
  readonly li: TestOperator;
  readonly wu: TestOperator;
  /** Gives a customer a verified name. */
  verify(who: Pick<TestCustomer, 'id'>, name: string): Promise<void>;
  /** A second operator agrees. */
  agree(approval: number, by?: TestOperator): Promise<void>;
  /** One operator imports a file and another agrees. */
  importFile(text: string): Promise<void>;
  /** What the bank shows of a payment: `PAYOUT-7-KX7M4TRAQ9`. */
  nameOf(kind: 'payout' | 'return', id: number | string): string;
  /** The customer's reference for euros. */
  referenceOf(who: MoneyCustomer): Promise<string>;
  /** The customer's available euros in the fiat account. */
  euros(who: TestCustomer): Promise<string>;
}

export type SentEntry = Omit<BankEntry, 'line' | 'unusual'>;

/** A bank's entry: money in, unless it says otherwise. */
export function bankEntry(entry: Partial<SentEntry> & Pick<SentEntry, 'reference' | 'amount'>): SentEntry {
  return {
    direction: 'in',
    booked: '2026-11-26',
    bookedAt: null,
    parts: [],
    name: 'Anna Müller',
    account: 'DE02120300000000202051',
    text: '',
    endToEnd: null,
    isReturn: false,
    reason: null,
    ...entry,
  };
}

let statements = 0;
/** Where the last statement of each account closed, and the next one opens. */
const closings = new Map<string, number>();

/** A statement in euros with these entries, which opens where the last one closed unless it says otherwise; the closing balance follows. */
export function statementOf(
  entries: readonly SentEntry[],
  { day = '2026-11-26', account = houseIban, ...balance }: { opening?: number; day?: string; account?: string } = {},
): string {
  const opening = balance.opening ?? closings.get(account) ?? 0;
  const sum = entries.reduce(
    (total, { direction, amount }) => total + (direction === 'in' ? amount : -amount),
    opening,
  );
  closings.set(account, sum);
  statements += 1;
  return writeCamt053(
    { id: `STMT-${statements}`, account, currency: 'EUR', opening, closing: sum, from: day, to: day, entries },
    `${day}T20:00:00Z`,
  );
}

export async function startTestBank(variables: Readonly<Record<string, string>> = {}): Promise<TestBank> {
  closings.clear();
  const test = await startTestConsole(variables);
  const { exchange, clock } = test.money;
  const { db } = exchange.database;
  const { passwordPepper: secret, withdrawalMacKey: key } = await openSecrets(readSettings(exchange.environment));
  const authority = createAuthority({ key, log: { fatal: () => undefined } });
  const seal = createFieldCipher(secret);
  const [li, wu] = [await test.operator('li', 'treasury'), await test.operator('wu', 'treasury')];
  await test.by.market.call(consoleCalls.markets.listAsset, {
    code: 'EUR',
    decimals: 6,
    zh: '欧元',
    en: 'Euro',
    fiat: true,
  });
  await test.agreeAll('market');

  const agree = async (approval: number, by = wu): Promise<void> => {
    await by.call(consoleCalls.operators.decide, { id: approval, agree: true });
  };
  // Every process learns a little later that the asset is a currency.
  const save = () =>
    li.call(consoleCalls.banks.saveAccount, {
      coin: 'EUR',
      kind: 'iban',
      number: 'DE89 3704 0044 0532 0130 00',
      bank: 'COBADEFFXXX',
      holder: 'FFT Exchange Ltd',
      bankName: 'Commerzbank',
    });
  const { approval } = await waitFor(save);
  await agree(approval);
  const accounts = await li.call(consoleCalls.banks.accounts, {});
  const account = accounts.find(({ coin }) => coin === 'EUR')?.id ?? 0;
  return {
    ...test,
    account,
    li,
    wu,
    agree,
    verify: async ({ id }, name) => {
      await db.deleteFrom('identities').where('customer', '=', Number(id)).execute();
      await db
        .insertInto('identities')
        .values({
          customer: Number(id),
          state: 'passed',
          nationality: 'DE',
          id_type: 'passport',
          sealed_name: seal.close(name, `identity:${id}:name`),
          sealed_number: seal.close('P1234567', `identity:${id}:number`),
          number_hash: Buffer.from(id),
          name_hashes: nameHashes(secret, name),
          front: 'front',
          back: 'back',
          hand: 'hand',
          submitted: clock.time,
        })
        .execute();
    },
    importFile: async (text) => {
      const proposed = await li.call(consoleCalls.banks.importFile, { account, name: 'statement.xml', text });
      await agree(proposed.approval ?? 0);
    },
    nameOf: (kind, id) => paymentName(authority, kind, Number(id)),
    referenceOf: async (who) => (await who.call(calls.banks.details, { coin: 'EUR' }))[0]?.reference ?? '',
    euros: async (who) => {
      const { coins } = await who.call(calls.transfer.balances, { coin: 'EUR' });
      return coins[0]?.fiatAccount ?? '';
    },
  };
}
