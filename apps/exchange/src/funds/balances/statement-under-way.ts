import type { StatementLine } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { bankRail } from '../../assets/networks.ts';
import type { Account, StatementQuery } from './statement-rows.ts';
import type { StatementSource } from './statement-source.ts';

const underWay = ['review', 'approved', 'sent'] as const;
/** More are never under way for an honest customer. */
const maxShown = 100;

/** Lines of withdrawals whose money is frozen and has not left yet, newest first; none on later pages. */
export async function withdrawalsUnderWay(
  { db, host, directory }: StatementSource,
  { owner, kind }: Account,
  { coin, type, from, to, cursor }: StatementQuery,
): Promise<StatementLine[]> {
  const own = kind === 'fiat' ? 'bankPayout' : 'withdraw';
  if (cursor !== undefined || (type !== undefined && type !== 'withdraw' && type !== own)) return [];
  let rows = db
    .selectFrom('withdrawals')
    .select(['id', 'asset', 'amount', 'fee', 'state', 'time'])
    .where('customer', '=', owner)
    .where('state', 'in', underWay)
    .where('chain', kind === 'fiat' ? '=' : '<>', bankRail);
  if (coin !== undefined) rows = rows.where('coin', '=', coin);
  if (from !== undefined) rows = rows.where('time', '>=', from);
  if (to !== undefined) rows = rows.where('time', '<', to);
  const found = await rows.orderBy('id', 'desc').limit(maxShown).execute();
  return found.map(({ id, asset, amount, fee, state, time }) => {
    const { code, decimals } = directory.asset(asset);
    const { available, frozen } = host.engine.balance(owner, kind, asset);
    return {
      id: `withdrawal-${id}`,
      coin: code,
      type: own,
      amount: formatDecimal(-amount, decimals),
      fee: formatDecimal(fee, decimals),
      balance: formatDecimal(BigInt(available) + BigInt(frozen), decimals),
      state: state as (typeof underWay)[number],
      time,
      ref: String(id),
    };
  });
}
