import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base58, base64, bech32, createBase58check } from '@scure/base';
import {
  accountMessageDigest,
  bip322Digest,
  hash160,
  legacyMessageDigest,
  solanaOffchainMessage,
} from './signed-messages.ts';
import { type ReserveStatement, statementText } from './statement.ts';

/** How the keys of a chain sign texts. */
type Family = 'evm' | 'segwit' | 'dogecoin' | 'solana';

const evmChain = /^(ETH|BSC|POLYGON|BASE|ARBITRUM|EVM\d{1,12})$/;
const otherFamilies = new Map<string, Family>([
  ['BTC', 'segwit'],
  ['LTC', 'segwit'],
  ['DOGE', 'dogecoin'],
  ['SOL', 'solana'],
]);
const dogecoinMagic = 'Dogecoin Signed Message:\n';
/** Of wallets that don't sign by BIP-322: hardware wallets by BIP-137, and Electrum. */
const segwitMagics = new Map([
  ['BTC', 'Bitcoin Signed Message:\n'],
  ['LTC', 'Litecoin Signed Message:\n'],
]);
const base58check = createBase58check(sha256);

function familyOf(chain: string): Family | null {
  return evmChain.test(chain) ? 'evm' : (otherFamilies.get(chain) ?? null);
}

/** A secp256k1 signature with its recovery id. */
export interface RecoverableSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly recovery: number;
}

/** What a key signs for a statement: a digest, or on Solana the message itself. Null if the statement is malformed, or its chain is unknown. */
export function reserveBytes(statement: ReserveStatement): Uint8Array | null {
  const [text, family] = [statementText(statement), familyOf(statement.chain)];
  if (text === null || family === null) return null;
  if (family === 'evm') return accountMessageDigest(text);
  if (family === 'solana') return solanaOffchainMessage(text);
  if (family === 'dogecoin') return legacyMessageDigest(dogecoinMagic, text);
  const program = witnessProgram(statement.address);
  return program && bip322Digest(text, program);
}

/** Encodes a signature as the chain's wallets do. @param publicKey compressed */
export function encodeReserveSignature(
  chain: string,
  { r, s, recovery }: RecoverableSignature,
  publicKey: Uint8Array,
): string {
  const signature = new secp256k1.Signature(r, s);
  const compact = signature.toCompactRawBytes();
  const family = familyOf(chain);
  if (family === 'dogecoin') return base64.encode(concatBytes(Uint8Array.of(31 + recovery), compact));
  if (family !== 'segwit') return `0x${bytesToHex(concatBytes(compact, Uint8Array.of(27 + recovery)))}`;
  const der = concatBytes(signature.toDERRawBytes(), Uint8Array.of(1));
  return base64.encode(concatBytes(Uint8Array.of(2, der.length), der, Uint8Array.of(publicKey.length), publicKey));
}

/** Encodes Solana's signature. */
export function encodeSolanaSignature(signature: Uint8Array): string {
  return base58.encode(signature);
}

/** True if the key of the statement's address signed exactly this statement. Both arguments may be untrusted. */
export function isReserveSigned(statement: ReserveStatement, signature: string): boolean {
  try {
    const bytes = reserveBytes(statement);
    if (bytes === null || typeof signature !== 'string') return false;
    const { address } = statement;
    switch (familyOf(statement.chain)) {
      case 'evm':
        return address.toLowerCase() === `0x${bytesToHex(accountOf(recovered(accountSignature(signature), bytes)))}`;
      case 'dogecoin': {
        const [head = 0, ...compact] = base64.decode(signature);
        const key = recovered({ recovery: head - 31, compact: Uint8Array.from(compact) }, bytes);
        return isSame(base58check.decode(address).subarray(1), hash160(key.toRawBytes(true)));
      }
      case 'segwit': {
        const signed = base64.decode(signature);
        if (signed.length === 65) return isOldMessageOf(statement, signed);
        return isWitnessOf(signed, bytes, witnessProgram(address));
      }
      case 'solana':
        return ed25519.verify(base58.decode(signature), bytes, base58.decode(address), { zip215: false });
      default:
        return false;
    }
  } catch {
    // Not of a form that could be a signature.
    return false;
  }
}

interface Compact {
  readonly recovery: number;
  /** `r` and `s`, 32 bytes each. */
  readonly compact: Uint8Array;
}

function accountSignature(signature: string): Compact {
  if (!/^0x[0-9a-f]{130}$/.test(signature)) throw new Error('not a signature');
  const bytes = hexToBytes(signature.slice(2));
  return { recovery: (bytes[64] ?? 0) - 27, compact: bytes.subarray(0, 64) };
}

/** The only key that can have made a signature. @throws if the signature is malformed, or has a high `s`: anyone can make that of the other */
function recovered({ recovery, compact }: Compact, digest: Uint8Array) {
  if (compact.length !== 64 || (recovery !== 0 && recovery !== 1)) throw new Error('not a signature');
  const signature = secp256k1.Signature.fromCompact(compact).addRecoveryBit(recovery);
  if (signature.hasHighS()) throw new Error('the signature has a high s');
  return signature.recoverPublicKey(digest);
}

function accountOf(key: ReturnType<typeof recovered>): Uint8Array {
  return keccak_256(key.toRawBytes(false).subarray(1)).subarray(12);
}

/** The hash of the public key in a SegWit address of version 0; null for other addresses. */
function witnessProgram(address: string): Uint8Array | null {
  const decoded = bech32.decodeUnsafe(address);
  const [version, ...words] = decoded?.words ?? [];
  const program = version === 0 ? bech32.fromWordsUnsafe(words) : undefined;
  return program?.length === 20 ? Uint8Array.from(program) : null;
}

/** Checks a signature in the form from before SegWit, whose first byte says the address' form: 31 to 34 by Electrum, 39 to 42 by BIP-137. */
function isOldMessageOf(statement: ReserveStatement, [head = 0, ...compact]: Uint8Array): boolean {
  const [text, program] = [statementText(statement), witnessProgram(statement.address)];
  const magic = segwitMagics.get(statement.chain);
  if (text === null || program === null || magic === undefined) return false;
  const recovery = head >= 39 ? head - 39 : head - 31;
  const key = recovered({ recovery, compact: Uint8Array.from(compact) }, legacyMessageDigest(magic, text));
  return isSame(program, hash160(key.toRawBytes(true)));
}

/** Checks the two parts of a witness: a DER signature for all of the transaction, and the public key that the address commits to. */
function isWitnessOf(witness: Uint8Array, digest: Uint8Array, program: Uint8Array | null): boolean {
  const [count, length = 0] = witness;
  const der = witness.subarray(2, 1 + length);
  const [hashType, keyLength] = witness.subarray(1 + length, 3 + length);
  const key = witness.subarray(3 + length);
  if (program === null || count !== 2 || hashType !== 1 || keyLength !== 33 || key.length !== 33) return false;
  if (!isSame(program, hash160(key))) return false;
  const signature = secp256k1.Signature.fromDER(der);
  return !signature.hasHighS() && secp256k1.verify(signature, digest, key);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
