import { HDKey } from '@scure/bip32';
import { AccountKeys, type KeyRef } from '../keys.ts';
import { tronAddressOfKey } from './address.ts';

/** Tells addresses of Tron. */
export class TronPublicKeys extends AccountKeys {
  addressOf(key: KeyRef): string {
    return tronAddressOfKey(this.publicKeyOf(key));
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
