import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** A node of the tree: the sum of the liabilities below it, in the asset's smallest units, and the hash that commits to them. */
export interface Node {
  hash: string;
  sum: bigint;
}

/** Exceeds any total of an asset. The fixed width makes the encoding of two sums unambiguous. */
const sumBytes = 16;
const maxSum = (1n << 127n) - 1n;

/** Distinct first bytes, so that a leaf can't pass as a branch, nor padding as a customer. */
const leafMark = Uint8Array.of(0);
const branchMark = Uint8Array.of(1);
const fillingMark = Uint8Array.of(2);

/** True for 32 bytes in lowercase hexadecimal. */
export function isHash(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

/** Parses a sum, or returns null if it is negative, fractional or too large. A negative leaf would hide liabilities to others. */
export function readSum(text: unknown): bigint | null {
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,38})$/.test(text)) return null;
  const sum = BigInt(text);
  return sum <= maxSum ? sum : null;
}

/**
 * A customer's leaf. Only the exchange and this customer know the nonce, so no one else can attribute a leaf, not even by trying all customers.
 */
export function leafNode(leaf: { asset: string; customer: string; nonce: string; amount: bigint }): Node {
  if (!isHash(leaf.nonce)) throw new RangeError('A nonce must be 32 bytes in hexadecimal.');
  const who = sha256(concatBytes(hexToBytes(leaf.nonce), utf8ToBytes(leaf.customer)));
  const what = sha256(utf8ToBytes(leaf.asset));
  return { sum: leaf.amount, hash: bytesToHex(sha256(concatBytes(leafMark, what, who, sumToBytes(leaf.amount)))) };
}

/** A node over two others. It hashes both sums separately, as a hash of the total alone would let an exchange understate its liabilities. */
export function branchNode(left: Node, right: Node): Node {
  const sum = left.sum + right.sum;
  const bytes = concatBytes(
    branchMark,
    sumToBytes(left.sum),
    sumToBytes(right.sum),
    hexToBytes(left.hash),
    hexToBytes(right.hash),
  );
  if (sum > maxSum) throw new RangeError('The total exceeds the width of the tree.');
  return { sum, hash: bytesToHex(sha256(bytes)) };
}

/** Pads a row with an odd number of nodes; its sum is 0. */
export const filling: Node = { sum: 0n, hash: bytesToHex(sha256(fillingMark)) };

function sumToBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum > maxSum)
    throw new RangeError('A sum must be a whole number from 0 within the width of the tree.');
  return hexToBytes(sum.toString(16).padStart(sumBytes * 2, '0'));
}
