import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** A node of the tree: what everything below it is owed, in the asset's smallest units, and the hash that binds that sum to what is below. */
export interface Node {
  hash: string;
  sum: bigint;
}

/** Beyond any total that an asset can have; a fixed width keeps two sums from being read as one another. */
const sumBytes = 16;
const sumMax = (1n << 127n) - 1n;

/** First bytes apart, so that a leaf can't be passed off as a node between, nor filling as a customer. */
const leafMark = Uint8Array.of(0);
const branchMark = Uint8Array.of(1);
const fillingMark = Uint8Array.of(2);

/** Whether a text is 32 bytes in small hexadecimal letters. */
export function isHash(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

/** A sum from its digits, or null where it isn't a whole number from 0 on within the tree's width: a negative leaf would hide what others are owed. */
export function readSum(text: unknown): bigint | null {
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,38})$/.test(text)) return null;
  const sum = BigInt(text);
  return sum <= sumMax ? sum : null;
}

/**
 * A customer's leaf. The nonce is known to the exchange and to this customer alone, so that nobody else can tell from a leaf whose it is, also not by trying out all customers.
 */
export function leafNode(leaf: { asset: string; customer: string; nonce: string; amount: bigint }): Node {
  if (!isHash(leaf.nonce)) throw new RangeError('A nonce is 32 bytes in hexadecimal.');
  const who = sha256(concatBytes(hexToBytes(leaf.nonce), utf8ToBytes(leaf.customer)));
  const what = sha256(utf8ToBytes(leaf.asset));
  return { sum: leaf.amount, hash: bytesToHex(sha256(concatBytes(leafMark, what, who, sumToBytes(leaf.amount)))) };
}

/** A node over two: both sums go into the hash by themselves, because a hash over their total alone lets an exchange show less than it owes. */
export function branchNode(left: Node, right: Node): Node {
  const sum = left.sum + right.sum;
  const bytes = concatBytes(
    branchMark,
    sumToBytes(left.sum),
    sumToBytes(right.sum),
    hexToBytes(left.hash),
    hexToBytes(right.hash),
  );
  if (sum > sumMax) throw new RangeError('A total is beyond what the tree can hold.');
  return { sum, hash: bytesToHex(sha256(bytes)) };
}

/** Stands beside the last node of a row with an odd number of them; it owes nothing to nobody. */
export const filling: Node = { sum: 0n, hash: bytesToHex(sha256(fillingMark)) };

function sumToBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum > sumMax) throw new RangeError('A sum is a whole number from 0 on.');
  return hexToBytes(sum.toString(16).padStart(sumBytes * 2, '0'));
}
