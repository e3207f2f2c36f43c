import type { CallOutput, calls, Payout, Withdrawal } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { RailCalls } from '../../funds/withdrawals/index.ts';
import { bankRail } from '../../assets/networks.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { readRowId } from '../../transport/http/row-id.ts';
import type { HouseAccounts } from '../accounts.ts';
import { departureOf } from './cut-off.ts';
import { accountNumberOf } from '../saved-accounts.ts';

/** Dependencies of the customers' calls about payouts, which are withdrawals over the banks. */
export interface PayoutsOptions {
  readonly db: Kysely<Tables>;
  readonly over: RailCalls;
  readonly accounts: Pick<HouseAccounts, 'listed'>;
  readonly now: () => number;
}

type Option = CallOutput<typeof calls.banks.payoutOptions>[number];

export function payoutOptions({ over, accounts, now }: PayoutsOptions): Handler<typeof calls.banks.payoutOptions> {
  return async (_input, context) => {
    const [coins, listed] = await Promise.all([over.coins({}, context), accounts.listed()]);
    return coins.flatMap(({ chains: [network], ...coin }): Option[] => {
      const house = listed.find(({ currency }) => currency === coin.coin);
      if (!network || !house) return [];
      const { fee, min, max, precision } = network;
      const departure = departureOf(house, now());
      const holidays = house.holidays.filter((day) => day >= departure.leavesOn);
      return [{ ...coin, fee, min, max, precision, ...departure, holidays }];
    });
  };
}

export function sendPayoutCode({ over }: PayoutsOptions): Handler<typeof calls.banks.sendPayoutCode> {
  return ({ accountId, ...request }, context) =>
    over.sendCode({ ...request, chain: bankRail, addressId: accountId }, context);
}

export function submitPayout(options: PayoutsOptions): Handler<typeof calls.banks.submitPayout> {
  return async ({ accountId, ...request }, context) => {
    const made = await options.over.submit({ ...request, chain: bankRail, addressId: accountId }, context);
    return payoutWire(options, made);
  };
}

export function listPayouts(options: PayoutsOptions): Handler<typeof calls.banks.payouts> {
  return async (page, context) => {
    const { items, next } = await options.over.history(page, context);
    return { items: await payoutWires(options.db, items), next };
  };
}

export function cancelPayout(options: PayoutsOptions): Handler<typeof calls.banks.cancelPayout> {
  return async ({ id }, context) => {
    const found = await over(options, id, context.customer.id);
    if (!found) throw refuse('unknownWithdrawal');
    return payoutWire(options, await options.over.cancel({ id }, context));
  };
}

/** True if a customer's withdrawal is a payout. */
async function over({ db }: PayoutsOptions, id: string, customer: number): Promise<boolean> {
  const rows = db
    .selectFrom('withdrawals')
    .select('id')
    .where('id', '=', readRowId(id) ?? 0);
  const row = rows.where('customer', '=', customer).where('chain', '=', bankRail);
  return (await row.executeTakeFirst()) !== undefined;
}

async function payoutWire({ db }: PayoutsOptions, withdrawal: Withdrawal): Promise<Payout> {
  const [payout] = await payoutWires(db, [withdrawal]);
  if (!payout) throw new Error(`payout ${withdrawal.id} was not described`);
  return payout;
}

/** The ledger counts a payout that came back as done; the customer sees that it returned. */
async function payoutWires(db: Kysely<Tables>, withdrawals: readonly Withdrawal[]): Promise<Payout[]> {
  const ids = withdrawals.map(({ id }) => Number(id));
  const returned =
    ids.length === 0
      ? []
      : await db
          .selectFrom('bank_entries')
          .select('payout')
          .where('payout', 'in', ids)
          .where('state', '=', 'gaveBack')
          .execute();
  return withdrawals.map((withdrawal) => {
    const { id, coin, address, memo = '', amount, fee, arrives, state, time, updated, reason } = withdrawal;
    const isReturned = returned.some(({ payout }) => String(payout) === id);
    return {
      id,
      coin,
      ...accountNumberOf({ address, memo }),
      amount,
      fee,
      arrives,
      state: isReturned ? 'returned' : state,
      time,
      updated,
      ...(reason !== undefined && { reason }),
    };
  });
}
