import { writeCamt053, type BankEntry } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { agreeAsSecond, enterOperator, type ApiOperator } from '../console/console.ts';
import type { ExchangeProcess } from './exchange-process.ts';
import { patienceMs } from '../browser/patience.ts';

const houseIban = 'DE89370400440532013000';

/** Two treasurers of an exchange with a bank account in euros, to which customers send money. */
export interface Bank {
  readonly li: ApiOperator;
  readonly wu: ApiOperator;
}

/** Repeats a call until it succeeds: changes of one process reach the others a little later. */
async function until<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

/** Lists the euro and the exchange's bank account in euros, as a market operator and two treasurers do. */
export async function openBank(exchange: ExchangeProcess): Promise<Bank> {
  balance = 0;
  const market = await enterOperator(exchange, 'bank.market', 'market');
  const li = await enterOperator(exchange, 'li', 'treasury');
  const wu = await enterOperator(exchange, 'wu', 'treasury');
  const euro = { code: 'EUR', decimals: 6, zh: '欧元', en: 'Euro', fiat: true };
  await market.client.call(consoleCalls.markets.listAsset, euro);
  await agreeAsSecond(exchange, 'market');
  const { approval } = await until(() =>
    li.client.call(consoleCalls.banks.saveAccount, {
      coin: 'EUR',
      kind: 'iban',
      number: houseIban,
      bank: 'COBADEFFXXX',
      holder: 'FFT Exchange Ltd',
      bankName: 'Commerzbank',
    }),
  );
  await wu.client.call(consoleCalls.operators.decide, { id: approval, agree: true });
  return { li, wu };
}

export type SentEntry = Partial<Omit<BankEntry, 'line' | 'unusual'>> & Pick<BankEntry, 'reference' | 'amount'>;

let statements = 0;
/** Closing balance of the last statement. */
let balance = 0;

/** The next bank statement in euros with these entries. Entries are incoming by default; amounts are in cents. */
export function statementOf(sent: readonly SentEntry[], day = '2026-11-26'): string {
  const entries = sent.map((entry) => ({
    direction: 'in' as const,
    booked: day,
    bookedAt: null,
    parts: [],
    name: null,
    account: 'DE02120300000000202051',
    text: '',
    endToEnd: null,
    isReturn: false,
    reason: null,
    ...entry,
  }));
  const opening = balance;
  const closing = entries.reduce(
    (sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount),
    opening,
  );
  balance = closing;
  statements += 1;
  const id = `STMT-${statements}`;
  return writeCamt053(
    { id, account: houseIban, currency: 'EUR', opening, closing, from: day, to: day, entries },
    `${day}T20:00:00Z`,
  );
}
