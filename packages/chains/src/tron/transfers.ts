import { tronAddress } from './address.ts';

/** A token that moved. Addresses as people write them. */
export interface TronTransfer {
  readonly txid: string;
  /** The log's place in its transaction. */
  readonly position: number;
  readonly from: string;
  readonly to: string;
  readonly token: string;
  readonly amount: bigint;
}

/** What a node tells of a transaction that is in a block, as far as it is looked at. Hexadecimal without a mark before it. */
export interface TronReceipt {
  readonly id: string;
  /** What it burnt, in millionths of TRX. */
  readonly fee?: number | undefined;
  readonly receipt?: { readonly result?: string | undefined } | undefined;
  readonly log?:
    | readonly {
        readonly address: string;
        readonly topics?: readonly string[] | undefined;
        readonly data?: string | undefined;
      }[]
    | undefined;
}

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = /^[0-9a-f]{64}$/;

/**
 * What a block moved of the tokens that are listed by their contracts: nothing of failed transactions, nothing of other contracts whatever they call
 * themselves, and no zero amounts.
 */
export function tronTransfersOf(receipts: readonly TronReceipt[], tokens: ReadonlySet<string>): TronTransfer[] {
  return receipts.flatMap(({ id: txid, receipt, log = [] }) => {
    if (receipt?.result !== 'SUCCESS') return [];
    return log.flatMap(({ address, topics = [], data = '' }, position) => {
      const token = tronAddress(address.slice(-40));
      const [topic, from = '', to = '', ...more] = topics;
      const isTransfer =
        topic === transferTopic && more.length === 0 && [from, to, data].every((one) => word.test(one));
      if (!isTransfer || !tokens.has(token)) return [];
      const amount = BigInt(`0x${data}`);
      if (amount === 0n) return [];
      return [{ txid, position, from: tronAddress(from.slice(-40)), to: tronAddress(to.slice(-40)), token, amount }];
    });
  });
}
