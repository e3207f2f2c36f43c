import { HDKey } from '@scure/bip32';
import { AccountKeys, type KeyRef } from '../keys.ts';
import { tronAddressOfKey } from './address.ts';

/** Derives Tron addresses. */
export class TronPublicKeys extends AccountKeys {
  addressOf(key: KeyRef): string {
    return tronAddressOfKey(this.publicKeyOf(key));
  }
}

/** Private keys; only the signer has them. */
export class TronPrivateKeys {
  readonly #account: HDKey;

  /** Derives the first account of the coin (BIP 44). */
  constructor(seed: Uint8Array) {
    this.#account = HDKey.fromMasterSeed(seed).derive("m/44'/195'/0'");
  }

  get xpub(): string {
    return this.#account.publicExtendedKey;
  }

  /** Returns the 32-byte private key. */
  keyOf({ branch, index }: KeyRef): Uint8Array {
    const { privateKey } = this.#account.deriveChild(branch).deriveChild(index);
    if (!privateKey) throw new Error('a derived key has a private part');
    return privateKey;
  }
}
