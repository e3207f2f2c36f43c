import { concatBytes } from '@noble/hashes/utils.js';
import { base58, hex } from '@scure/base';
import { bytesOf } from './address.ts';
import { isSignedBy } from './derivation.ts';
import { compactLength, decodeMessage, Reader } from './message.ts';

/** A signed transaction; its first signature is its txid. */
export interface SignedSolana {
  readonly txid: string;
  readonly message: Uint8Array;
}

/** Joins a message with the signatures of its signers, in their order; returns the form to send, in hexadecimal, and the txid. */
export function withSolanaSignatures(
  message: Uint8Array,
  signatures: readonly Uint8Array[],
): { raw: string; txid: string } {
  const [first] = signatures;
  if (!first) throw new Error('a transaction has a signature');
  const raw = hex.encode(concatBytes(compactLength(signatures.length), ...signatures, message));
  return { raw, txid: base58.encode(first) };
}

/** The wallets that must sign a message: the fee payer, then the owner if it is another. */
export function solanaSigners(message: Uint8Array): string[] {
  const decoded = decodeMessage(message);
  if (!decoded) return [];
  const { feePayer, instructions } = decoded;
  const others = instructions.flatMap(({ accounts }) => accounts.filter(({ isSigner }) => isSigner));
  return [...new Set([feePayer, ...others.map(({ address }) => address)])];
}

/** Decodes a signed transaction; null unless every signature is right. */
export function readSignedSolana(raw: string): SignedSolana | null {
  try {
    const read = new Reader(hex.decode(raw));
    const signatures = Array.from({ length: read.length() }, () => read.bytes(64));
    const message = read.rest();
    const signers = solanaSigners(message);
    const [first] = signatures;
    const isSigned =
      signers.length === signatures.length &&
      signatures.every((signature, index) => isSignedBy(bytesOf(signers[index] ?? ''), message, signature));
    return isSigned && first ? { txid: base58.encode(first), message } : null;
  } catch {
    return null;
  }
}
