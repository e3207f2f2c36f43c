import { HDKey } from '@scure/bip32';
import type { KeyRef } from '../keys.ts';
import { tronAddressOfKey } from './address.ts';

/** Derives addresses of Tron from an extended public key: with it addresses can be told, and nothing can be spent. */
export class TronPublicKeys {
  readonly #account: HDKey;

  /** @throws where the text isn't an extended public key */
  constructor(xpub: string) {
    this.#account = HDKey.fromExtendedKey(xpub);
    if (this.#account.privateKey) throw new Error('an extended public key is asked for, and this one is private');
  }

  addressOf({ branch, index }: KeyRef): string {
    const { publicKey } = this.#account.deriveChild(branch).deriveChild(index);
    if (!publicKey) throw new Error('a derived key has a public part');
    return tronAddressOfKey(publicKey);
  }
}

/** The keys themselves. Only a signer has these. */
export class TronPrivateKeys {
  readonly #account: HDKey;

  /** The first account of the coin in the seed's tree (BIP 44). */
  constructor(seed: Uint8Array) {
    this.#account = HDKey.fromMasterSeed(seed).derive("m/44'/195'/0'");
  }

  get xpub(): string {
    return this.#account.publicExtendedKey;
  }

  /** 32 bytes. */
  keyOf({ branch, index }: KeyRef): Uint8Array {
    const { privateKey } = this.#account.deriveChild(branch).deriveChild(index);
    if (!privateKey) throw new Error('a derived key has a private part');
    return privateKey;
  }
}
