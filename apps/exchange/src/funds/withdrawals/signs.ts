import { sql, type Transaction } from 'kysely';
import { keyOfSession } from '../../transport/http/signed-request.ts';
import type { Tables } from '../room.ts';
import type { Risk } from '@fft/console-contract';
import { dayMs } from './rules.ts';

/** The properties of a request that matter for its risk. */
export interface RiskQuery {
  readonly customer: number;
  /** The requesting session. */
  readonly session: string;
  readonly chain: string;
  readonly address: string;
  readonly memo: string;
  /** Millionths of a USDT; null if no market values it. */
  readonly usdtUnits: bigint | null;
  readonly time: number;
}

/** An account, an address, a device or a factor counts as new for this long. */
const newForMs = 7 * dayMs;
/** A deposit counts as fresh for this long. */
const freshForMs = 3_600_000;
const historyMs = 90 * dayMs;
/** With at least this many withdrawals in the history, one above this multiple of the largest is unusual. */
const minHistory = 3;
const unusualTimes = 5n;

type Sign = Exclude<
  Risk,
  | 'large'
  | 'dayTotal'
  | 'unvalued'
  | 'accountLocked'
  | 'accountHeld'
  | 'depositLost'
  | 'identityRevoked'
  | 'signedBefore'
>;

/** Returns a request's risk signs, regardless of its worth. Newness ends by age alone: a small withdrawal first does not make an address known. */
export async function signsOf(transaction: Transaction<Tables>, query: RiskQuery): Promise<Sign[]> {
  const { customer, session, chain, address, memo, time } = query;
  const since = time - newForMs;
  const gone = sql`from withdrawals where withdrawals.customer = customers.id and state in ('sent', 'done')`;
  const { rows } = await sql<Facts>`
    select
      customers.created > ${since} as new_customer,
      not exists (select ${gone} and time <= ${since}) as first_withdrawal,
      not exists (select ${gone} and time <= ${since} and chain = ${chain} and address = ${address} and memo = ${memo}) as new_address,
      exists (select from holds where customer = customers.id and until > ${since})
        or exists (select from passkeys where customer = customers.id and created > ${since})
        or exists (select from totps where customer = customers.id and confirmed > ${since}) as recent_change,
      exists (
        select from sessions where sessions.id = ${session} and sessions.created > ${since}
          and not exists (
            select from device_keys where realm = 'customer' and account = customers.id
              and device_keys.id = sessions.device and device_keys.created <= ${since}
          )
      )
        or exists (
          select from api_keys where api_keys.customer = customers.id and api_keys.id = ${keyOfSession(session)} and api_keys.created > ${since}
        ) as new_device,
      (select count(*)::int ${gone} and time > ${time - historyMs}) as withdrawals,
      (select max(usdt_units) ${gone} and time > ${time - historyMs}) as largest,
      exists (
        select from postings where owner >= 1000 and owner = customers.id and kind in ('coin', 'fiat')
          and reason = 'deposit' and time > ${time - freshForMs}
      ) as fresh_deposit,
      exists (
        select from chain_deposits where customer = customers.id and state in ('inDoubt', 'lost', 'reversed') and updated > ${time - historyMs}
      ) as reversed_deposit
    from customers where customers.id = ${customer}
  `.execute(transaction);
  const [facts] = rows;
  if (!facts) throw new Error(`customer ${customer} does not exist any more`);
  return signsIn(facts, query.usdtUnits);
}

interface Facts {
  readonly new_customer: boolean;
  readonly first_withdrawal: boolean;
  readonly new_address: boolean;
  readonly recent_change: boolean;
  readonly new_device: boolean;
  readonly withdrawals: number;
  readonly largest: number | null;
  readonly fresh_deposit: boolean;
  readonly reversed_deposit: boolean;
}

function signsIn(facts: Facts, usdtUnits: bigint | null): Sign[] {
  const { first_withdrawal: isFirst, new_customer: isNewcomer } = facts;
  const hasHistory = facts.withdrawals >= minHistory && facts.largest !== null;
  const found: readonly (readonly [Sign, boolean])[] = [
    ['firstWithdrawal', isFirst],
    ['newAddress', !isFirst && facts.new_address],
    ['newCustomer', isNewcomer],
    ['recentChange', facts.recent_change],
    ['newDevice', !isNewcomer && facts.new_device],
    ['unusualAmount', hasHistory && usdtUnits !== null && usdtUnits > BigInt(facts.largest ?? 0) * unusualTimes],
    ['freshDeposit', isNewcomer && facts.fresh_deposit],
    ['reversedDeposit', facts.reversed_deposit],
  ];
  return found.filter(([, holds]) => holds).map(([sign]) => sign);
}
