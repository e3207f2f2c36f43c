import { secp256k1 } from '@noble/curves/secp256k1';
import { HDKey } from '@scure/bip32';
import { bytesToHex, type Address, type Hex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';

/**
 * Which key of the tree below the extended key (`m/44'/60'/0'`): customers' deposit addresses on branch 0, the exchange's own on branch 1, of
 * which index 0 is the hot wallet.
 */
export interface KeyRef {
  readonly branch: 0 | 1;
  readonly index: number;
}

/** Pays withdrawals; what deposits bring is swept to it. */
export const hotKey: KeyRef = { branch: 1, index: 0 };

/** Where the extended key stands in the tree of its seed (BIP 44, Ethereum's coin, first account). */
export const accountPath = "m/44'/60'/0'";

/** Derives addresses from an extended public key: with it addresses can be told, and nothing can be spent. */
export class PublicKeys {
  readonly #account: HDKey;

  /** @throws where the text isn't an extended public key */
  constructor(xpub: string) {
    this.#account = HDKey.fromExtendedKey(xpub);
    if (this.#account.privateKey) throw new Error('an extended public key is asked for, and this one is private');
  }

  addressOf(key: KeyRef): Address {
    const { publicKey } = below(this.#account, key);
    if (!publicKey) throw new Error('a derived key has a public part');
    return publicKeyToAddress(bytesToHex(secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false)));
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
