import { Buffer } from 'node:buffer';
import { type DigestSignature, hotKey, type KeyRef, publicKeyOf, signDigest, SolanaPrivateKeys } from '@fft/chains';

/** The keys of one chain: deposit keys derived from an extended key, and hot wallet keys, which may be in a KMS. */
export interface KeyRing {
  /** Extended public key of the deposit keys. */
  readonly xpub: string;
  /** Compressed public keys of the hot wallets, in hexadecimal; the last one pays, and the others are emptied into it. */
  readonly hot: readonly string[];
  /** @throws KeysUnavailable */
  sign(key: KeyRef, digest: Uint8Array): Promise<DigestSignature>;
}

/** Solana's keys, which sign whole messages and not their digests. */
export interface SolanaKeyRing extends Pick<KeyRing, 'xpub' | 'hot'> {
  sign(key: KeyRef, message: Uint8Array): Promise<Uint8Array>;
}

/** The keys are temporarily unavailable; the request itself is not refused. */
export class KeysUnavailable extends Error {
  override readonly name: string = 'KeysUnavailable';
}

/** A hot wallet's key. */
export interface HotKey {
  /** Compressed. */
  readonly publicKey: Uint8Array;
  /** Null if the key was destroyed: coins at its address cannot be moved. */
  readonly sign: ((digest: Uint8Array) => Promise<DigestSignature>) | null;
}

/** Private keys of one account; each chain has its own derivation path. */
export interface Account {
  readonly xpub: string;
  /** 32 bytes. */
  keyOf(key: KeyRef): Uint8Array;
}

/** @param hot oldest first; by default the account's own hot key */
export function keyRingOf(account: Account, hot: readonly HotKey[] = [hotKeyOf(account)]): KeyRing {
  return {
    xpub: account.xpub,
    hot: hot.map(({ publicKey }) => Buffer.from(publicKey).toString('hex')),
    sign: async (key, digest) => {
      if (key.branch !== hotKey.branch) return signDigest(digest, account.keyOf(key));
      const { sign = null } = hot[key.index] ?? {};
      if (!sign) throw new KeysUnavailable(`the key of hot wallet ${key.index} is not available`);
      return sign(digest);
    },
  };
}

/** Returns the hot key derived from an account. */
export function hotKeyOf(account: Account): HotKey {
  const secret = account.keyOf(hotKey);
  return { publicKey: publicKeyOf(secret), sign: async (digest) => signDigest(digest, secret) };
}

/** Solana's hot wallet is the seed's own. */
export function solanaKeyRingOf(seed: Uint8Array): SolanaKeyRing {
  const keys = new SolanaPrivateKeys(seed);
  return {
    xpub: keys.xpub,
    hot: [Buffer.from(keys.publicKeyOf(hotKey)).toString('hex')],
    sign: async (key, message) => keys.sign(key, message),
  };
}
