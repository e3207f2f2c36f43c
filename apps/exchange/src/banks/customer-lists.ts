import type { CustomerBankDeposit, CustomerPayout } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import { bankRail } from '../assets/networks.ts';
import type { ListPage } from './lists.ts';
import { formatMinor, unitsPerMinor } from './entries/minor-units.ts';
import { accountNumberOf } from './saved-accounts.ts';

/** Bank transfers that came for a customer, or that may be theirs, newest first; one more than requested if there are more. */
export async function listDepositsOf(
  db: Kysely<Tables>,
  customer: number,
  { before, limit }: ListPage,
): Promise<CustomerBankDeposit[]> {
  let rows = db
    .selectFrom('bank_entries')
    .select(['id', 'currency', 'amount', 'state', 'doubts', 'name', 'booked'])
    .where('customer', '=', customer)
    .where('direction', '=', 'in')
    // A payout that came back is among the payouts.
    .where('payout', 'is', null);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return found.map(({ currency: coin, amount, ...row }) => ({ ...row, coin, amount: formatMinor(amount, coin) }));
}

/** A customer's payouts, newest first; one more than requested if there are more. */
export async function listPayoutsOf(
  { db, directory }: { readonly db: Kysely<Tables>; readonly directory: Parameters<typeof unitsPerMinor>[0] },
  customer: number,
  { before, limit }: ListPage,
): Promise<CustomerPayout[]> {
  let rows = db
    .selectFrom('withdrawals')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('bank_entries')
          .select('bank_entries.id')
          .whereRef('bank_entries.payout', '=', 'withdrawals.id')
          .where('bank_entries.state', '=', 'gaveBack'),
      ).as('came_back'),
    )
    .where('customer', '=', customer)
    .where('chain', '=', bankRail)
    .where('state', 'not in', ['requested', 'refused']);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return found.map(({ id, coin, amount, state, time, came_back: cameBack, ...row }) => {
    const { kind, number } = accountNumberOf(row);
    const shown = formatMinor(amount / (unitsPerMinor(directory, coin) ?? 1), coin);
    return { id, coin, amount: shown, kind, number, state: cameBack ? 'returned' : (state as 'done'), time };
  });
}
