import type { Deposit } from '@fft/contract';
import type { DepositCalls } from '../../../custody/index.ts';
import type { Context } from '../../../transport/http/context.ts';
import type { Clock } from '../../clock.ts';
import { padded } from '../../decimals.ts';
import { invalidData } from '../../errors.ts';
import { signedCall, type BinanceCall } from '../call.ts';
import { assetCode, decimal, integer, networkCode } from '../param-types.ts';
import { optional, required } from '../params.ts';
import { historyPage, historyRows, pageParams } from './history-page.ts';
import { inTerms } from './wallet-errors.ts';
import { contextOf, type WalletParts } from '../wallet-parts.ts';

/** Binance's numbers of a deposit's state: pending, done, rejected, wrong. */
const statusOf: Readonly<Record<Deposit['state'], number>> = { confirming: 0, credited: 1, gone: 2, small: 7 };

export function depositCalls({ deposits }: WalletParts): readonly BinanceCall[] {
  return [
    signedCall({
      rest: ['GET', '/sapi/v1/capital/deposit/address'],
      ws: null,
      right: 'read',
      weight: 10,
      isHeavy: true,
      params: { coin: required(assetCode), network: optional(networkCode), amount: optional(decimal) },
      handle: async ({ coin, network }, caller) => {
        const context = contextOf(caller);
        const chain = network ?? (await firstChain(deposits, coin, context));
        const found = await inTerms(() => deposits.address({ coin, chain }, context));
        return { coin, address: found.address, tag: found.memo ?? '', url: found.uri };
      },
    }),
    signedCall({
      rest: ['GET', '/sapi/v1/capital/deposit/hisrec'],
      ws: null,
      right: 'read',
      weight: 15,
      isHeavy: true,
      params: {
        coin: optional(assetCode),
        status: optional(integer()),
        txId: optional((text) => text),
        includeSource: optional((text) => text),
        ...pageParams,
      },
      handle: async ({ coin, status, txId, ...page }, caller) => {
        const { items } = await deposits.history({ coin, limit: historyRows, cursor: undefined }, contextOf(caller));
        const wanted = items.filter(
          (deposit) =>
            (status === undefined || statusOf[deposit.state] === status) &&
            (txId === undefined || deposit.txid === txId),
        );
        return historyPage(wanted, page).map((deposit) => depositWire(deposit, caller.at));
      },
    }),
  ];
}

/** The network that a coin's address is of without another wish. */
async function firstChain(deposits: DepositCalls, coin: string, context: Context<'required'>): Promise<string> {
  const chain = (await deposits.coins({}, context)).find((one) => one.coin === coin)?.chains[0]?.chain;
  if (chain === undefined) throw invalidData('coin');
  return chain;
}

function depositWire(deposit: Deposit, at: Clock) {
  const { id, amount, coin, chain, state, address, txid, time, updated, confirmations, needed } = deposit;
  return {
    id,
    amount: padded(amount),
    coin,
    network: chain,
    status: statusOf[state],
    address,
    addressTag: '',
    txId: txid,
    insertTime: at(time),
    ...(state === 'credited' && { completeTime: at(updated) }),
    transferType: txid.startsWith('internal') ? 1 : 0,
    confirmTimes: `${confirmations}/${needed}`,
    unlockConfirm: needed,
    walletType: 0,
    // Nothing is asked about where it came from.
    travelRuleStatus: 0,
  };
}
