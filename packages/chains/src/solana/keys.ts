import { hex } from '@scure/base';
import { hotKey, isSameKey, type KeyRef } from '../keys.ts';
import { isOnCurve, solanaAddress } from './address.ts';
import {
  childPoint,
  childSecret,
  type ExtendedPoint,
  type ExtendedSecret,
  hardened,
  pointOf,
  rootOf,
  signExtended,
} from './derivation.ts';

/** Cache limit: a few megabytes. */
const maxDerivedKeys = 10_000;

/** Derives Solana addresses from an extended public key, in the form that the signer hands out: public key and chain code in hexadecimal. */
export class SolanaPublicKeys {
  /** The hot wallet, the newest of {@link hots}. */
  readonly hot: KeyRef;
  /** All hot wallets, oldest first. */
  readonly hots: readonly KeyRef[];
  readonly #account: ExtendedPoint;
  readonly #hot: readonly Uint8Array[];
  /** Branches of the account. */
  readonly #branches = new Map<number, ExtendedPoint>();
  readonly #derived = new Map<string, string>();

  /**
   * @param hot public keys of the hot wallets in hexadecimal, oldest first; by default, one derived from the extended key
   * @throws if a text is not an extended public key or a public key
   */
  constructor(xpub: string, hot: readonly string[] = []) {
    const bytes = hex.decode(xpub);
    if (bytes.length !== 64) throw new Error('expected an extended public key of Solana');
    this.#account = { publicKey: pointIn(bytes.subarray(0, 32)), chainCode: bytes.subarray(32) };
    this.#hot = hot.map((key) => pointIn(hex.decode(key)));
    this.hots = hot.length === 0 ? [hotKey] : hot.map((_, index) => ({ branch: 1, index }));
    this.hot = this.hots.at(-1) ?? hotKey;
  }

  /** Returns true for deposit keys and existing hot wallets. */
  has(key: KeyRef): boolean {
    return key.branch !== hotKey.branch || this.hots.some((hot) => isSameKey(hot, key));
  }

  addressOf(key: KeyRef): string {
    const name = `${key.branch}/${key.index}`;
    const address = this.#derived.get(name) ?? solanaAddress(this.#publicKeyOf(key));
    if (this.#derived.size >= maxDerivedKeys) this.#derived.clear();
    this.#derived.set(name, address);
    return address;
  }

  #publicKeyOf({ branch, index }: KeyRef): Uint8Array {
    if (branch === hotKey.branch && this.#hot.length > 0) {
      const known = this.#hot[index];
      if (!known) throw new Error(`unknown hot wallet ${index}`);
      return known;
    }
    const parent = this.#branches.get(branch) ?? childPoint(this.#account, branch);
    this.#branches.set(branch, parent);
    return childPoint(parent, index).publicKey;
  }
}

/** Private keys; only the signer has them. */
export class SolanaPrivateKeys {
  readonly #account: ExtendedSecret;

  /** Derives the first account of the coin (`m/44'/501'/0'`). */
  constructor(seed: Uint8Array) {
    this.#account = [44, 501, 0].reduce((key, index) => childSecret(key, index + hardened), rootOf(seed));
  }

  get xpub(): string {
    const { publicKey, chainCode } = pointOf(this.#account);
    return hex.encode(publicKey) + hex.encode(chainCode);
  }

  publicKeyOf(key: KeyRef): Uint8Array {
    return pointOf(this.#keyOf(key)).publicKey;
  }

  sign(key: KeyRef, message: Uint8Array): Uint8Array {
    return signExtended(this.#keyOf(key), message);
  }

  #keyOf({ branch, index }: KeyRef): ExtendedSecret {
    return childSecret(childSecret(this.#account, branch), index);
  }
}

function pointIn(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 32 || !isOnCurve(bytes)) throw new Error('expected a public key of Solana');
  return bytes;
}
