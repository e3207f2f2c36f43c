import { secp256k1 } from '@noble/curves/secp256k1';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { bytesToHex, type Address, type Hex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { compressPublicKey } from './signature.ts';

/**
 * Path of a key below the extended key (`m/44'/60'/0'`): deposit keys on branch 0, hot wallets on branch 1, where index 0 is the first hot wallet,
 * index 1 its successor, and so on.
 */
export interface KeyRef {
  readonly branch: 0 | 1;
  readonly index: number;
}

/** The first hot wallet. It pays withdrawals and receives sweeps until it is rotated. */
export const hotKey: KeyRef = { branch: 1, index: 0 };

export function isSameKey(one: KeyRef, other: KeyRef): boolean {
  return one.branch === other.branch && one.index === other.index;
}

/** Names the key and nonce of a transaction; only one transaction can use a nonce. */
export function nonceSlot({ branch, index }: KeyRef, nonce: number): string {
  return `${branch}/${index}:${nonce}`;
}

/** Derivation path of the extended key (BIP 44, Ethereum, first account). */
export const accountPath = "m/44'/60'/0'";

/** Cache limit per account: a few megabytes. */
const maxDerivedKeys = 10_000;

/** Public keys of an account: they derive addresses but cannot spend. Deposit keys come from an extended public key; hot wallet keys can be independent. */
export class AccountKeys {
  /** The hot wallet, the newest of {@link hots}. */
  readonly hot: KeyRef;
  /** All hot wallets, oldest first. */
  readonly hots: readonly KeyRef[];
  readonly #account: HDKey;
  readonly #hot: readonly Uint8Array[];
  /** Cache of derived keys: derivation takes more than a millisecond. */
  readonly #derived = new Map<string, Uint8Array>();

  /**
   * @param hot public keys of the hot wallets in hexadecimal, oldest first; by default, one derived from the extended key
   * @throws if a text is not an extended public key or a public key
   */
  constructor(xpub: string, hot: readonly string[] = []) {
    this.#account = HDKey.fromExtendedKey(xpub);
    if (this.#account.privateKey) throw new Error('expected an extended public key, got a private one');
    this.#hot = hot.map((key) => compressPublicKey(hex.decode(key)));
    this.hots = hot.length === 0 ? [hotKey] : hot.map((_, index) => ({ branch: 1, index }));
    this.hot = this.hots.at(-1) ?? hotKey;
  }

  /** Returns true for deposit keys and existing hot wallets. */
  has(key: KeyRef): boolean {
    return key.branch !== hotKey.branch || this.hots.some((hot) => isSameKey(hot, key));
  }

  /** Fingerprint of the account key. */
  get fingerprint(): number {
    return this.#account.fingerprint;
  }

  /** Returns the compressed public key. */
  publicKeyOf(key: KeyRef): Uint8Array {
    if (key.branch === hotKey.branch && this.#hot.length > 0) {
      const known = this.#hot[key.index];
      if (!known) throw new Error(`unknown hot wallet ${key.index}`);
      return known;
    }
    const name = `${key.branch}/${key.index}`;
    const publicKey = this.#derived.get(name) ?? deriveKey(this.#account, key).publicKey;
    if (!publicKey) throw new Error('a derived key has a public part');
    if (this.#derived.size >= maxDerivedKeys) this.#derived.clear();
    this.#derived.set(name, publicKey);
    return publicKey;
  }
}

/** Derives EVM addresses. */
export class PublicKeys extends AccountKeys {
  addressOf(key: KeyRef): Address {
    const point = secp256k1.ProjectivePoint.fromHex(this.publicKeyOf(key));
    return publicKeyToAddress(bytesToHex(point.toRawBytes(false)));
  }
}

/** Private keys; only the signer has them. */
export class PrivateKeys {
  readonly #account: HDKey;

  constructor(seed: Uint8Array) {
    this.#account = HDKey.fromMasterSeed(seed).derive(accountPath);
  }

  get xpub(): string {
    return this.#account.publicExtendedKey;
  }

  /** Returns the 32-byte private key. */
  keyOf(key: KeyRef): Hex {
    const { privateKey } = deriveKey(this.#account, key);
    if (!privateKey) throw new Error('a derived key has a private part');
    return bytesToHex(privateKey);
  }
}

function deriveKey(account: HDKey, { branch, index }: KeyRef): HDKey {
  return account.deriveChild(branch).deriveChild(index);
}
