import { Buffer } from 'node:buffer';
import { type DigestSignature, hotKey, type KeyRef, publicKeyOf, signDigest } from '@fft/chains';

/** The keys of one chain, wherever they are: those of customers' addresses below an extended key, and the hot wallets'. */
export interface KeyRing {
  /** Extended public key of the account that customers' keys are below. */
  readonly xpub: string;
  /** Public keys of the hot wallets, compressed and in hexadecimal; the last one pays, and the others' coins go to it. */
  readonly hot: readonly string[];
  /** @throws KeysUnavailable */
  sign(key: KeyRef, digest: Uint8Array): Promise<DigestSignature>;
}

/** The keys can't be used now; later they may. Nothing is wrong with what was to be signed. */
export class KeysUnavailable extends Error {
  override readonly name: string = 'KeysUnavailable';
}

/** A hot wallet's key. */
export interface HotKey {
  /** Compressed. */
  readonly publicKey: Uint8Array;
  /** Null where it is gone: what comes to its address stays there. */
  readonly sign: ((digest: Uint8Array) => Promise<DigestSignature>) | null;
}

/** Private keys of an account; every chain has its own path to it. */
export interface Account {
  readonly xpub: string;
  /** 32 bytes. */
  keyOf(key: KeyRef): Uint8Array;
}

/** @param hot the oldest first; none: the account has the only one itself */
export function keyRingOf(account: Account, hot: readonly HotKey[] = [hotKeyOf(account)]): KeyRing {
  return {
    xpub: account.xpub,
    hot: hot.map(({ publicKey }) => Buffer.from(publicKey).toString('hex')),
    sign: async (key, digest) => {
      if (key.branch !== hotKey.branch) return signDigest(digest, account.keyOf(key));
      const { sign = null } = hot[key.index] ?? {};
      if (!sign) throw new KeysUnavailable(`the key of hot wallet ${key.index} isn't here`);
      return sign(digest);
    },
  };
}

/** The hot wallet's key that an account has itself. */
export function hotKeyOf(account: Account): HotKey {
  const secret = account.keyOf(hotKey);
  return { publicKey: publicKeyOf(secret), sign: async (digest) => signDigest(digest, secret) };
}
