import { isAddress, toEventSelector, type Address, type Hash, type Hex } from 'viem';

/** Money that moved in a block. Addresses in small letters. */
export interface Transfer {
  readonly txid: Hash;
  /** -1: the transaction's own value; below: a call inside it, by its place among them; else the log's place **inside its receipt**. The place in the block changes in a reorganisation. */
  readonly position: number;
  readonly from: Address;
  readonly to: Address;
  readonly token: Address | null;
  readonly amount: bigint;
}

/** What of a block has to be known. */
export interface BlockMoney {
  readonly transactions: readonly { hash: Hash; from: Address; to: Address | null; value: bigint }[];
  readonly receipts: readonly {
    transactionHash: Hash;
    status: 'success' | 'reverted';
    /** Whether more happened than a plain payment. */
    isCall?: boolean | undefined;
    logs: readonly TransferLog[];
  }[];
}

interface TransferLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

const transferTopic = toEventSelector('Transfer(address,address,uint256)');

/** Position of a transaction's own value. */
export const ownValue = -1;

/**
 * What a block moved, of the chain's own coin and of the tokens that are listed by their contracts: nothing of failed transactions, nothing of
 * other contracts whatever they call themselves, and no zero amounts. `tokens` are contracts in small letters. What contracts pass on inside a transaction is in its trace alone.
 */
export function transfersOf({ transactions, receipts }: BlockMoney, tokens: ReadonlySet<string>): Transfer[] {
  const succeeded = new Map(
    receipts.filter(({ status }) => status === 'success').map((receipt) => [receipt.transactionHash, receipt]),
  );
  const found: Transfer[] = [];
  for (const { hash, from, to, value } of transactions) {
    const receipt = succeeded.get(hash);
    if (!receipt) continue;
    if (to !== null && value > 0n) {
      const moved = { from: small(from), to: small(to), amount: value };
      found.push({ txid: hash, position: ownValue, token: null, ...moved });
    }
    found.push(...tokenTransfersOf(hash, receipt.logs, tokens));
  }
  return found;
}

/** What a transaction's logs say that it moved of these tokens; no zero amounts. */
export function tokenTransfersOf(txid: Hash, logs: readonly TransferLog[], tokens: ReadonlySet<string>): Transfer[] {
  return logs.flatMap((log, position) => {
    const token = small(log.address);
    const moved = tokens.has(token) ? movedBy(log) : null;
    return moved && moved.amount > 0n ? [{ txid, position, token, ...moved }] : [];
  });
}

/** Null where the log isn't a token's transfer. */
function movedBy({ topics, data }: TransferLog): Pick<Transfer, 'from' | 'to' | 'amount'> | null {
  const [topic, from, to, ...more] = topics;
  if (topic !== transferTopic || !from || !to || more.length > 0 || data.length !== 66) return null;
  return { from: addressIn(from), to: addressIn(to), amount: BigInt(data) };
}

function addressIn(topic: Hex): Address {
  return small(`0x${topic.slice(-40)}`);
}

/** As addresses are compared. */
export function small(address: string): Address {
  const text = address.toLowerCase();
  if (!isAddress(text, { strict: false })) throw new Error(`not an address: ${text}`);
  return text;
}
