import { checkAccountNumber, payeeName, type AccountKind } from '@fft/bank-files';
import type { CallOutput, calls } from '@fft/contract';
import type { PayPassword } from '../accounts/index.ts';
import type { Addresses, SavedAddress } from '../funds/addresses/index.ts';
import type { Review } from '../identity/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { bankRail } from '../assets/networks.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { sessionOrigin } from '../transport/http/origin.ts';
import type { Handler } from '../transport/http/route.ts';
import { readRowId } from '../transport/http/row-id.ts';

export type SavedBankAccount = CallOutput<typeof calls.banks.addAccount>;

/** Dependencies of the calls for saved bank accounts. They are saved addresses of the bank rail, with the same waits. */
export interface SavedAccountsOptions {
  readonly addresses: Addresses;
  /** The same, through the connection pool for lists. */
  readonly listed: Pick<Addresses, 'list'>;
  readonly directory: Directory;
  readonly review: Pick<Review, 'latest'>;
  readonly payPassword: Pick<PayPassword, 'verify'>;
  readonly waitMs: number;
  readonly onSaved: (customer: number, account: SavedBankAccount) => Promise<void>;
  readonly now: () => number;
}

/** Currencies of accounts that aren't IBANs. */
const currencyOf: Readonly<Partial<Record<AccountKind, string>>> = { cn: 'CNY', us: 'USD' };

/** Saves an account in the customer's verified name. Refuses a bad one before the transaction password costs an attempt. */
export function addAccount(options: SavedAccountsOptions): Handler<typeof calls.banks.addAccount> {
  const { addresses, directory, review, payPassword, waitMs, now, onSaved } = options;
  return async ({ coin, name, kind, number, bank, payPassword: digits }, context) => {
    const { customer } = context;
    if (directory.assetId(coin) === null || !directory.describe(coin).fiat) throw refuse('unknownCoin');
    if ((currencyOf[kind] ?? coin) !== coin) throw new FieldRefusal({ kind: 'choice' });
    const checked = checkAccountNumber({ kind, number, bank });
    if (typeof checked === 'string')
      throw new FieldRefusal({ [checked]: checked === 'number' ? 'bankAccount' : 'bankCode' });
    const holder = await verifiedName(review, customer.id);
    if (holder === null) throw refuse('identityNotVerified');
    if (payeeName(holder, kind) === null) throw refuse('bankNameUnwritable');
    await payPassword.verify(customer.id, digits, sessionOrigin(context));
    const time = now();
    const saved = { coin, chain: bankRail, name, address: checked.number, memo: memoOf(checked.kind, checked.bank) };
    const row = { ...saved, usableFrom: time + waitMs, time };
    const id = await addresses.add({ customer: customer.id, ...row });
    if (id === null) throw refuse('bankAccountSaved', { data: { field: 'number' } });
    if (id === 'tooMany') throw refuse('tooManyAddresses');
    const account = accountWire({ id, ...row }, holder);
    await onSaved(customer.id, account);
    return account;
  };
}

export function listAccounts({ listed, review }: SavedAccountsOptions): Handler<typeof calls.banks.accounts> {
  return async ({ coin, limit, cursor }, { customer }) => {
    const holder = await verifiedName(review, customer.id);
    const found = await listed.list(customer.id, { coin, chain: bankRail, before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map((saved) => accountWire(saved, holder)),
      next: last && found.length > limit ? cursorAfter(last.id) : null,
    };
  };
}

export function removeAccount({ addresses }: SavedAccountsOptions): Handler<typeof calls.banks.removeAccount> {
  return async ({ id }, { customer }) => {
    const row = readRowId(id);
    const found = row === null ? null : await addresses.find(customer.id, row);
    if (found?.chain !== bankRail || !(await addresses.remove(customer.id, found.id)))
      throw refuse('unknownBankAccount');
    return null;
  };
}

/** A saved address keeps the bank's code where coins have their memo: `us:021000021`. */
function memoOf(kind: AccountKind, bank: string): string {
  return `${kind}:${bank}`;
}

/** The numbers of an account that was saved as an address. */
export function accountNumberOf({ address, memo }: { readonly address: string; readonly memo: string }) {
  const mark = memo.indexOf(':');
  return { kind: memo.slice(0, mark) as AccountKind, number: address, bank: memo.slice(mark + 1) };
}

/** The name on the customer's verified document; null without one. */
async function verifiedName(review: Pick<Review, 'latest'>, customer: number): Promise<string | null> {
  const identity = (await review.latest([customer])).get(customer);
  return identity?.state === 'passed' ? (identity.name ?? '') : null;
}

function accountWire(
  { id, coin, name, usableFrom, time, ...saved }: SavedAddress,
  verified: string | null,
): SavedBankAccount {
  const numbers = accountNumberOf(saved);
  const holder = verified === null ? null : payeeName(verified, numbers.kind);
  return { id: String(id), coin, name, holder, ...numbers, usableFrom, time };
}
