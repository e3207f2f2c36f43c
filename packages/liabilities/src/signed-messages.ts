import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Texts as chains' wallets sign them. Each has a beginning or a shape that no transaction has. */

/** EIP-191. */
export function accountMessageDigest(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
}

/** The form from before SegWit, of chains without it: the lengths of name and text are one byte each, below 253. */
export function legacyMessageDigest(magic: string, text: string): Uint8Array {
  const [name, bytes] = [utf8ToBytes(magic), utf8ToBytes(text)];
  return hash256(concatBytes(Uint8Array.of(name.length), name, Uint8Array.of(bytes.length), bytes));
}

/** Solana's off-chain message, version 0, of printable ASCII, as its command line signs it. */
export function solanaOffchainMessage(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  const head = concatBytes(Uint8Array.of(0xff), utf8ToBytes('solana offchain'), Uint8Array.of(0, 0));
  return concatBytes(head, Uint8Array.of(bytes.length & 255, bytes.length >> 8), bytes);
}

const zero32 = new Uint8Array(32);
const [zero4, zero8] = [new Uint8Array(4), new Uint8Array(8)];
const all4 = new Uint8Array(4).fill(255);

/**
 * BIP-322 for a pay-to-witness-public-key-hash address: the digest that signs the virtual transaction `to_sign`, which spends `to_spend`, which commits to the text. No chain can
 * include either.
 */
export function bip322Digest(text: string, publicKeyHash: Uint8Array): Uint8Array {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'));
  const message = sha256(concatBytes(tag, tag, utf8ToBytes(text)));
  const program = concatBytes(Uint8Array.of(0, 20), publicKeyHash);
  const toSpend = concatBytes(
    zero4,
    Uint8Array.of(1),
    zero32,
    all4,
    Uint8Array.of(34, 0, 32),
    message,
    zero4,
    Uint8Array.of(1),
    zero8,
    Uint8Array.of(program.length),
    program,
    zero4,
  );
  const outpoint = concatBytes(hash256(toSpend), zero4);
  const opReturn = Uint8Array.of(1, 0x6a);
  return hash256(
    concatBytes(
      zero4,
      hash256(outpoint),
      hash256(zero4),
      outpoint,
      Uint8Array.of(0x19, 0x76, 0xa9, 0x14),
      publicKeyHash,
      Uint8Array.of(0x88, 0xac),
      zero8,
      zero4,
      hash256(concatBytes(zero8, opReturn)),
      zero4,
      // SIGHASH_ALL
      Uint8Array.of(1, 0, 0, 0),
    ),
  );
}

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

function hash256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}
