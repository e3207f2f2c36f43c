import { tronAddress } from './address.ts';

/** A token transfer. Addresses are in Base58Check. */
export interface TronTransfer {
  readonly txid: string;
  /** The log's index in its transaction. */
  readonly position: number;
  readonly from: string;
  readonly to: string;
  readonly token: string;
  readonly amount: bigint;
}

/** The used fields of a node's transaction info. Hexadecimal without prefix. */
export interface TronReceipt {
  readonly id: string;
  /** Burned fee in millionths of TRX. */
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
 * Returns a block's transfers of listed tokens, without failed transactions, other contracts and zero amounts.
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
