import type { Lang, Withdrawal } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** A withdrawal as the contract describes it. */
export function withdrawalWire(directory: Directory, row: WithdrawalRow, lang: Lang): Withdrawal {
  const { state, memo, txid, confirmations } = row;
  if (state === 'requested' || state === 'refused')
    throw new Error(`withdrawal ${row.id} is ${state}: customers do not see it`);
  const { decimals } = directory.asset(row.asset);
  const reason = lang === 'zh' ? row.reason_zh : row.reason_en;
  return {
    id: String(row.id),
    coin: row.coin,
    chain: row.chain,
    address: row.address,
    ...(memo !== '' && { memo }),
    amount: formatDecimal(row.amount, decimals),
    fee: formatDecimal(row.fee, decimals),
    arrives: formatDecimal(row.amount - row.fee, decimals),
    state,
    ...(txid !== null && { txid }),
    ...(confirmations !== null && { confirmations }),
    time: row.time,
    updated: row.updated,
    ...(reason !== null && { reason }),
  };
}
