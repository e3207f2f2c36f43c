import { minorPlaces } from '@fft/bank-files';
import { formatDecimal } from '@fft/decimal';
import { SystemOwner } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Context } from '../ledger/context.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';

/** Bank money by currency, in minor units: the latest closing balances, and what notifications showed since. */
async function readBankReserves(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ currency: string; amount: number }>`
    select currency, sum(amount)::bigint as amount from (
      select a.currency, coalesce((
          select s.closing from bank_statements s where s.account = a.id and s.closing is not null and s.to_day is not null
          order by s.to_day desc, s.id desc limit 1), 0)
        + coalesce((select sum(case direction when 'in' then e.amount else -e.amount end) from bank_entries e
          where e.account = a.id and e.statement is null), 0) as amount
      from bank_accounts a where exists (select from bank_files f where f.account = a.id and f.state = 'read')
    ) each_account group by currency`.execute(db);
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

/** The books' records of bank money, for solvency and the proof of liabilities. */
export interface BankRecords {
  /** Reserves by currency, as decimals. */
  readReserves(): Promise<Readonly<Record<string, string>>>;
}

export function createBankRecords({ storage }: Context): BankRecords {
  const { db } = storage.pools.reading;
  return {
    readReserves: async () => {
      const reserves = [...(await readBankReserves(db))];
      return Object.fromEntries(reserves.map(([currency, amount]) => [currency, decimalOf(amount, currency)]));
    },
  };
}

function decimalOf(amount: number, currency: string): string {
  return formatDecimal(Math.max(0, amount), minorPlaces(currency));
}

/** Currencies of which the banks have less than came from outside by the ledger, in the ledger's view of deposits less payouts. */
export async function shortCurrencies(
  db: Kysely<Tables>,
  { host, directory }: { readonly host: EngineHost; readonly directory: Directory },
): Promise<string[]> {
  const reserves = await readBankReserves(db);
  return [...reserves].flatMap(([currency, amount]) => {
    const asset = directory.assetId(currency);
    if (asset === null) return [];
    const of = (owner: number): number =>
      host.engine.balance(owner, 'fiat', asset).available + host.engine.balance(owner, 'coin', asset).available;
    const owed = -of(SystemOwner.chain) - of(SystemOwner.house);
    const held = amount * 10 ** (directory.asset(asset).decimals - minorPlaces(currency));
    return held < owed ? [currency] : [];
  });
}
