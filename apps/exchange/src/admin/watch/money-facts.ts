import type { MoneyFacts, WithdrawalFacts } from '@fft/console-contract';
import { formatDecimal } from '@fft/decimal';
import { sql, type Kysely } from 'kysely';
import type { CustomerService } from '../../accounts/index.ts';
import type { Tables } from '../room.ts';
import type { WithdrawalRow } from '../../funds/withdrawals/index.ts';
import type { Review } from '../../identity/index.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { formatUsdt, type Valuation } from '../../assets/prices/valuation.ts';
import { refuse } from '../refusals.ts';

export interface MoneyFactsOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly projector: Pick<Projector, 'reachedFor'>;
  readonly directory: Directory;
  readonly valuation: Valuation;
  readonly customers: Pick<CustomerService, 'read'>;
  readonly review: Pick<Review, 'latest'>;
}

const depositsShown = 5;
const othersShown = 10;

/** Reads what an operator checks about a customer before money moves. @throws Refusal `notFound` */
export async function readMoneyFacts(parts: MoneyFactsOptions, customer: number): Promise<MoneyFacts> {
  const { db, host, projector, valuation, review } = parts;
  const facts = await parts.customers.read(customer);
  if (facts === null) throw refuse('unknownCustomer');
  await projector.reachedFor(customer);
  const [identities, withdrawals, deposits] = await Promise.all([
    review.latest([customer]),
    readWithdrawals(db, customer),
    readDeposits(parts, customer),
  ]);
  const identity = identities.get(customer);
  const worth = host.engine.balances(customer).reduce((sum, { asset, available, frozen }) => {
    const { code } = parts.directory.asset(asset);
    return sum + (valuation.usdtUnits(code, BigInt(available) + BigInt(frozen)) ?? 0n);
  }, 0n);
  const { email, nickname, created, locked } = facts;
  return {
    customer,
    name: identity?.name ?? null,
    email,
    nickname,
    created,
    locked,
    identity: identity?.state ?? 'none',
    balances: formatUsdt(worth),
    withdrawals,
    deposits,
  };
}

async function readWithdrawals(db: Kysely<Tables>, customer: number): Promise<MoneyFacts['withdrawals']> {
  const { count, units, last } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('time').as('last')])
    .select(sql<string>`coalesce(sum(usdt_units), 0)::text`.as('units'))
    .where('customer', '=', customer)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  return { count, worth: formatUsdt(BigInt(units)), last };
}

interface DepositLine {
  readonly asset: number;
  readonly amount: number;
  readonly time: number;
  readonly source: MoneyFacts['deposits']['latest'][number]['source'];
  readonly chain: string | null;
  readonly reference: string;
  readonly count: number;
}

/** Deposits over networks by their rows; all others by the ledger's postings, which name the request. */
async function readDeposits({ db, directory }: MoneyFactsOptions, customer: number): Promise<MoneyFacts['deposits']> {
  const { rows } = await sql<DepositLine>`
    with found as (
      select asset, amount, time, chain, txid as reference,
        case when txid like 'internal-%' then 'internal' else 'chain' end as source
      from chain_deposits where customer = ${customer} and state = 'credited'
      union all
      select asset, available_delta, postings.time, null, coalesce(approval.input ->> 'reference', postings.reference),
        case
          when grants.customer is not null then 'faucet'
          when approval.id is not null then 'operators'
          else 'other'
        end
      from postings
      left join faucet_grants as grants on grants.customer = postings.owner and grants.request_id = postings.reference
      left join approvals as approval
        on approval.id = (substring(postings.reference from '^approval-(\\d{1,15})-'))::bigint
          and approval.act = 'adjustment' and approval.target = 'customer ' || postings.owner
      where owner >= 1000 and owner = ${customer} and kind in ('coin', 'fiat') and reason = 'deposit'
        and (postings.reference not like 'deposit-%' or grants.customer is not null)
    )
    select found.*, count(*) over ()::int as count from found order by time desc limit ${depositsShown}
  `.execute(db);
  const latest = rows.map(({ asset, amount, time, source, chain, reference }) => {
    const { code, decimals } = directory.asset(asset);
    return { coin: code, amount: formatDecimal(amount, decimals), time, source, chain, reference };
  });
  return { count: rows[0]?.count ?? 0, latest };
}

/** Reads what is known of a withdrawal's address. */
export async function readAddressFacts(
  db: Kysely<Tables>,
  { customer, chain, address, memo, address_id: saved }: WithdrawalRow,
): Promise<WithdrawalFacts['address']> {
  const paid = db
    .selectFrom('withdrawals')
    .where('chain', '=', chain)
    .where('address', '=', address)
    .where('memo', '=', memo)
    .where('state', '=', 'done');
  const [row, own, others] = await Promise.all([
    db.selectFrom('wallet_addresses').select('created').where('id', '=', saved).executeTakeFirst(),
    paid
      .where('customer', '=', customer)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    paid
      .where('customer', '!=', customer)
      .select('customer')
      .distinct()
      .orderBy('customer')
      .limit(othersShown)
      .execute(),
  ]);
  return { saved: row?.created ?? null, paid: own.count, others: others.map(({ customer: other }) => other) };
}
