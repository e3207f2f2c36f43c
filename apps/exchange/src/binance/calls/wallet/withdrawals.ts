import { randomUUID } from 'node:crypto';
import type { Directory } from '../../../ledger/listings/directory.ts';
import { formatAmount } from '../../decimals.ts';
import { invalidCombination } from '../../errors.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { assetCode, decimal, integer, networkCode, requestId } from '../param-types.ts';
import { optional, required } from '../params.ts';
import { historyPage, historyRows, pageParams } from './history-page.ts';
import { addressNotSaved, inTerms } from './wallet-errors.ts';
import { contextOf, type WalletParts, type WithdrawalRow } from '../wallet-parts.ts';

/** Binance's numbers of a withdrawal's state: waiting for approval, processing, completed, rejected, failed, cancelled. */
const statusOf: Readonly<Record<WithdrawalRow['state'], number>> = {
  requested: 2,
  review: 2,
  approved: 4,
  sent: 4,
  done: 6,
  rejected: 3,
  refused: 3,
  failed: 5,
  cancelled: 1,
};

export function withdrawalCalls(parts: WalletParts): readonly BinanceCall[] {
  return [applyCall(parts), historyCall(parts)];
}

/** Withdraws to a saved address: the key's right covers no other. */
function applyCall({ withdrawals }: WalletParts): BinanceCall {
  return signedCall({
    rest: ['POST', '/sapi/v1/capital/withdraw/apply'],
    ws: null,
    right: 'withdraw',
    weight: 600,
    params: {
      coin: required(assetCode),
      address: required((text) => text),
      addressTag: optional((text) => text),
      amount: required(decimal),
      network: optional(networkCode),
      withdrawOrderId: optional(requestId),
      name: optional((text) => text),
      transactionFeeFlag: optional((text) => text),
      walletType: optional(integer()),
    },
    handle: async ({ coin, address, addressTag: memo = '', amount, network, withdrawOrderId }, caller) => {
      const saved = await withdrawals.findAddress(caller.customer.id, { coin, chain: network, address, memo });
      if (saved === null) throw addressNotSaved();
      const { id, chain } = saved;
      const wanted = { requestId: withdrawOrderId ?? randomUUID(), coin, chain, amount, addressId: String(id) };
      const done = await inTerms(() => withdrawals.submitByKey(wanted, contextOf(caller)));
      return { id: done.id };
    },
  });
}

function historyCall({ withdrawals, ledger: { directory } }: WalletParts): BinanceCall {
  return signedCall({
    rest: ['GET', '/sapi/v1/capital/withdraw/history'],
    ws: null,
    right: 'read',
    weight: 180,
    isHeavy: true,
    params: {
      coin: optional(assetCode),
      withdrawOrderId: optional(requestId),
      idList: optional((text) => text.split(',')),
      status: optional(integer()),
      ...pageParams,
    },
    handle: async ({ coin, withdrawOrderId, idList, status, ...page }, { customer }) => {
      if (idList !== undefined && withdrawOrderId !== undefined) throw invalidCombination();
      const rows = await withdrawals.list(customer.id, { coin, before: Infinity, limit: historyRows });
      const wanted = rows.filter(
        (row) =>
          (status === undefined || statusOf[row.state] === status) &&
          (withdrawOrderId === undefined || row.request_id === withdrawOrderId) &&
          (idList === undefined || idList.includes(String(row.id))),
      );
      return historyPage(wanted, page).map((row) => ({ ...withdrawalWire(directory, row), ...timesOf(row) }));
    },
  });
}

function withdrawalWire(directory: Directory, row: WithdrawalRow) {
  const { decimals } = directory.asset(row.asset);
  return {
    id: String(row.id),
    amount: formatAmount(row.amount - row.fee, decimals),
    transactionFee: formatAmount(row.fee, decimals),
    coin: row.coin,
    status: statusOf[row.state],
    address: row.address,
    addressTag: row.memo,
    txId: row.txid ?? '',
    network: row.chain,
    transferType: row.txid === 'internal' ? 1 : 0,
    withdrawOrderId: row.request_id,
    info: row.reason_en ?? '',
    confirmNo: row.confirmations ?? 0,
    walletType: 0,
    txKey: '',
  };
}

/** Times as texts in UTC, as Binance has them here. */
function timesOf({ state, time, updated }: WithdrawalRow) {
  return { applyTime: textOf(time), ...(state === 'done' && { completeTime: textOf(updated) }) };
}

function textOf(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
