import { secp256k1 } from '@noble/curves/secp256k1';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { bytesToHex, type Address, type Hex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { compressed } from './signature.ts';

/**
 * Which key of the tree below the extended key (`m/44'/60'/0'`): customers' deposit addresses on branch 0, the exchange's own on branch 1, of
 * which index 0 is the first hot wallet, index 1 the one that took its place, and so on.
 */
export interface KeyRef {
  readonly branch: 0 | 1;
  readonly index: number;
}

/** The first hot wallet: it pays withdrawals, and what deposits bring is swept to it, as long as no other took its place. */
export const hotKey: KeyRef = { branch: 1, index: 0 };

export function isSameKey(one: KeyRef, other: KeyRef): boolean {
  return one.branch === other.branch && one.index === other.index;
}

/** What a payment spends where a key's transactions are numbered: one transaction alone can have the number. */
export function nonceSlot({ branch, index }: KeyRef, nonce: number): string {
  return `${branch}/${index}:${nonce}`;
}

/** Where the extended key stands in the tree of its seed (BIP 44, Ethereum's coin, first account). */
export const accountPath = "m/44'/60'/0'";

/** Kept of each account's: a few megabytes at most, whatever is asked for. */
const derivedMax = 10_000;

/** The public side of an account's keys: with it addresses can be told, and nothing can be spent. Customers' come from an extended public key; hot wallets' may be from anywhere. */
export class AccountKeys {
  /** The hot wallet, the newest of {@link hots}. */
  readonly hot: KeyRef;
  /** All hot wallets that there were, the oldest first. */
  readonly hots: readonly KeyRef[];
  readonly #account: HDKey;
  readonly #hot: readonly Uint8Array[];
  /** Deriving takes a millisecond and more, and the same few keys are asked for again and again. */
  readonly #derived = new Map<string, Uint8Array>();

  /**
   * @param hot public keys of the hot wallets in hexadecimal, the oldest first; none: the only one comes from the extended key, too
   * @throws where a text isn't an extended public key, or a public key
   */
  constructor(xpub: string, hot: readonly string[] = []) {
    this.#account = HDKey.fromExtendedKey(xpub);
    if (this.#account.privateKey) throw new Error('an extended public key is asked for, and this one is private');
    this.#hot = hot.map((key) => compressed(hex.decode(key)));
    this.hots = hot.length === 0 ? [hotKey] : hot.map((_, index) => ({ branch: 1, index }));
    this.hot = this.hots.at(-1) ?? hotKey;
  }

  /** Whether it is a customer's key, or a hot wallet's that there is. */
  has(key: KeyRef): boolean {
    return key.branch !== hotKey.branch || this.hots.some((hot) => isSameKey(hot, key));
  }

  /** Of the key that customers' are derived from. */
  get fingerprint(): number {
    return this.#account.fingerprint;
  }

  /** Compressed. */
  publicKeyOf(key: KeyRef): Uint8Array {
    if (key.branch === hotKey.branch && this.#hot.length > 0) {
      const known = this.#hot[key.index];
      if (!known) throw new Error(`there is no hot wallet ${key.index}`);
      return known;
    }
    const name = `${key.branch}/${key.index}`;
    const publicKey = this.#derived.get(name) ?? below(this.#account, key).publicKey;
    if (!publicKey) throw new Error('a derived key has a public part');
    if (this.#derived.size >= derivedMax) this.#derived.clear();
    this.#derived.set(name, publicKey);
    return publicKey;
  }
}

/** Tells addresses of Ethereum's kind. */
export class PublicKeys extends AccountKeys {
  addressOf(key: KeyRef): Address {
    const point = secp256k1.ProjectivePoint.fromHex(this.publicKeyOf(key));
    return publicKeyToAddress(bytesToHex(point.toRawBytes(false)));
  }
}

/** The keys themselves. Only a signer has these. */
export class PrivateKeys {
  readonly #account: HDKey;

  constructor(seed: Uint8Array) {
    this.#account = HDKey.fromMasterSeed(seed).derive(accountPath);
  }

  get xpub(): string {
    return this.#account.publicExtendedKey;
  }

  /** 32 bytes. */
  keyOf(key: KeyRef): Hex {
    const { privateKey } = below(this.#account, key);
    if (!privateKey) throw new Error('a derived key has a private part');
    return bytesToHex(privateKey);
  }
}

function below(account: HDKey, { branch, index }: KeyRef): HDKey {
  return account.deriveChild(branch).deriveChild(index);
}
