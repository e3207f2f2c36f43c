import { epcQrText, showReference } from '@fft/bank-files';
import type { CallOutput, calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { Review } from '../identity/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import type { Gates } from '../transport/http/gates.ts';
import type { Handler } from '../transport/http/route.ts';
import type { AccountRow, HouseAccounts } from './accounts.ts';
import type { EntryRow } from './entries/entries.ts';
import { formatMinor } from './entries/minor-units.ts';
import type { References } from './entries/references.ts';
import type { EntryState } from './tables.ts';

export interface DepositsOptions {
  readonly reading: Kysely<Tables>;
  readonly accounts: HouseAccounts;
  readonly references: References;
  readonly directory: Directory;
  readonly review: Pick<Review, 'latest'>;
  readonly gates: Gates;
  /** True if the demo's sandbox bank runs. */
  readonly sandbox: boolean;
}

type Details = CallOutput<typeof calls.banks.details>[number];

/** Where to send each currency, with the customer's reference. */
export function bankDetails(options: DepositsOptions): Handler<typeof calls.banks.details> {
  const { accounts, references, directory, review, gates, sandbox } = options;
  return async ({ coin }, { customer, lang }) => {
    await gates.require('deposit', customer.id);
    const listed = await accounts.listed(coin);
    const isVerified = (await review.latest([customer.id])).get(customer.id)?.state === 'passed';
    const currencies = [...new Set(listed.map(({ currency }) => currency))];
    return Promise.all(
      currencies.map(async (currency): Promise<Details> => {
        const reference = showReference(await references.of(customer.id, currency));
        return {
          coin: currency,
          name: directory.describe(currency).name[lang],
          icon: currency.toLowerCase(),
          reference,
          credited: isVerified,
          sandbox,
          accounts: listed.filter((row) => row.currency === currency).map((row) => accountOf(row, reference)),
        };
      }),
    );
  };
}

function accountOf(row: AccountRow, reference: string): Details['accounts'][number] {
  const { id, kind, number, bank, holder, bank_name: bankName, address, currency } = row;
  const hasQr = currency === 'EUR' && kind === 'iban';
  const qr = hasQr ? epcQrText({ name: holder, iban: number, bic: bank, text: reference, amount: null }) : null;
  return { id: String(id), kind, number, bank, holder, bankName, address, qr };
}

const shownStates = {
  credited: 'credited',
  matched: 'review',
  queued: 'review',
  returning: 'review',
  returned: 'returned',
} as const satisfies Partial<Record<EntryState, string>>;

/** Transfers that arrived for the customer, page by page. */
export function bankDeposits({ reading }: DepositsOptions): Handler<typeof calls.banks.deposits> {
  return async ({ coin, limit, cursor }, { customer }) => {
    let rows = reading
      .selectFrom('bank_entries')
      .selectAll()
      .where('customer', '=', customer.id)
      .where('direction', '=', 'in')
      .where('is_return', '=', false)
      .where('state', 'in', Object.keys(shownStates) as EntryState[]);
    if (coin !== undefined) rows = rows.where('currency', '=', coin);
    const before = readCursor(cursor);
    if (Number.isFinite(before)) rows = rows.where('id', '<', before);
    const found = await rows
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: page.map(depositOf), next: last && found.length > limit ? cursorAfter(last.id) : null };
  };
}

function depositOf(row: EntryRow) {
  const { id, currency, amount, state, number, booked, time, updated } = row;
  return {
    id: String(id),
    coin: currency,
    amount: formatMinor(amount, currency),
    state: shownStates[state as keyof typeof shownStates],
    from: number === null ? null : `•••• ${number.slice(-4)}`,
    booked,
    time,
    updated,
  };
}
