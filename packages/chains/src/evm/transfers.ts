import { isAddress, toEventSelector, type Address, type Hash, type Hex } from 'viem';

/** A transfer in a block. Addresses are in lower case. */
export interface Transfer {
  readonly txid: Hash;
  /**
   * -1 for the transaction's own value, less for internal calls, otherwise the log's index **in its receipt**. The index in the block changes in a
   * reorganisation.
   */
  readonly position: number;
  readonly from: Address;
  readonly to: Address;
  readonly token: Address | null;
  readonly amount: bigint;
}

/** Required data of a block. */
export interface BlockData {
  readonly transactions: readonly { hash: Hash; from: Address; to: Address | null; value: bigint }[];
  readonly receipts: readonly {
    transactionHash: Hash;
    status: 'success' | 'reverted';
    /** True if the transaction called a contract. */
    isCall?: boolean | undefined;
    logs: readonly TransferLog[];
  }[];
}

interface TransferLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** Topic of a token's transfer event. */
export const transferTopic = toEventSelector('Transfer(address,address,uint256)');

/** Position of a transaction's own value. */
export const nativeValuePosition = -1;

/**
 * Returns the transfers of a block in the native coin and in listed tokens, without failed transactions, other contracts and zero amounts. `tokens` are
 * lower-case contract addresses. Internal transfers are only in traces.
 */
export function transfersOf({ transactions, receipts }: BlockData, tokens: ReadonlySet<string>): Transfer[] {
  const succeeded = new Map(
    receipts.filter(({ status }) => status === 'success').map((receipt) => [receipt.transactionHash, receipt]),
  );
  const found: Transfer[] = [];
  for (const { hash, from, to, value } of transactions) {
    const receipt = succeeded.get(hash);
    if (!receipt) continue;
    if (to !== null && value > 0n) {
      const moved = { from: lowerCaseAddress(from), to: lowerCaseAddress(to), amount: value };
      found.push({ txid: hash, position: nativeValuePosition, token: null, ...moved });
    }
    found.push(...tokenTransfersOf(hash, receipt.logs, tokens));
  }
  return found;
}

/** Returns the token transfers in a transaction's logs, without zero amounts. */
export function tokenTransfersOf(txid: Hash, logs: readonly TransferLog[], tokens: ReadonlySet<string>): Transfer[] {
  return logs.flatMap((log, position) => {
    const token = lowerCaseAddress(log.address);
    const moved = tokens.has(token) ? movedBy(log) : null;
    return moved && moved.amount > 0n ? [{ txid, position, token, ...moved }] : [];
  });
}

/** Decodes a transfer event; null for other logs. */
function movedBy({ topics, data }: TransferLog): Pick<Transfer, 'from' | 'to' | 'amount'> | null {
  const [topic, from, to, ...more] = topics;
  if (topic !== transferTopic || !from || !to || more.length > 0 || data.length !== 66) return null;
  return { from: addressIn(from), to: addressIn(to), amount: BigInt(data) };
}

function addressIn(topic: Hex): Address {
  return lowerCaseAddress(`0x${topic.slice(-40)}`);
}

/** Normalizes an address for comparison. */
export function lowerCaseAddress(address: string): Address {
  const text = address.toLowerCase();
  if (!isAddress(text, { strict: false })) throw new Error(`not an address: ${text}`);
  return text;
}
