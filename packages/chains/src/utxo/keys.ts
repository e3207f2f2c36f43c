import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2pkh, p2wpkh } from '@scure/btc-signer';
import { AccountKeys, type KeyRef } from '../keys.ts';
import type { UtxoNetwork } from './network.ts';

/** Derives addresses in the network's form. */
export class UtxoPublicKeys extends AccountKeys {
  readonly network: UtxoNetwork;

  /** @throws if a text is not an extended public key or a public key */
  constructor(xpub: string, network: UtxoNetwork, hot?: readonly string[]) {
    super(xpub, hot);
    this.network = network;
  }

  addressOf(key: KeyRef): string {
    const { address } = this.#paymentTo(key);
    if (address === undefined) throw new Error('a key has an address');
    return address;
  }

  /** Returns the output script of a key, in hexadecimal. */
  scriptOf(key: KeyRef): string {
    return hex.encode(this.#paymentTo(key).script);
  }

  #paymentTo(key: KeyRef): { readonly script: Uint8Array; readonly address?: string | undefined } {
    const pay = this.network.form === 'segwit' ? p2wpkh : p2pkh;
    return pay(this.publicKeyOf(key), this.network);
  }
}

/** Private keys; only the signer has them. */
export class UtxoPrivateKeys {
  readonly #account: HDKey;

  /** Derives the first account of the coin (BIP 84, or BIP 44 on chains without SegWit). */
  constructor(seed: Uint8Array, { coinType, form }: UtxoNetwork) {
    this.#account = HDKey.fromMasterSeed(seed).derive(`m/${form === 'segwit' ? 84 : 44}'/${coinType}'/0'`);
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

/** Returns the output script of an address, in hexadecimal; null if it is not an address of the network. */
export function scriptOfAddress(address: string, network: UtxoNetwork): string | null {
  try {
    return hex.encode(OutScript.encode(Address(network).decode(address)));
  } catch {
    return null;
  }
}

/** Returns the address of an output script; null for scripts without one, such as OP_RETURN. */
export function addressOfScript(script: string, network: UtxoNetwork): string | null {
  try {
    return Address(network).encode(OutScript.decode(hex.decode(script)));
  } catch {
    return null;
  }
}
