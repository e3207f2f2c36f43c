import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import { AccountKeys, type KeyRef } from '../keys.ts';
import type { UtxoNetwork } from './network.ts';

/** Tells SegWit addresses. */
export class UtxoPublicKeys extends AccountKeys {
  readonly network: UtxoNetwork;

  /** @throws where a text isn't an extended public key, or a public key */
  constructor(xpub: string, network: UtxoNetwork, hot?: readonly string[]) {
    super(xpub, hot);
    this.network = network;
  }

  /** Where money for a key is sent: pay to witness public key hash. */
  addressOf(key: KeyRef): string {
    const { address } = p2wpkh(this.publicKeyOf(key), this.network);
    if (address === undefined) throw new Error('a key has an address');
    return address;
  }

  /** What an output for the key says, in hexadecimal. */
  scriptOf(key: KeyRef): string {
    return hex.encode(p2wpkh(this.publicKeyOf(key), this.network).script);
  }
}

/** The keys themselves. Only a signer has these. */
export class UtxoPrivateKeys {
  readonly #account: HDKey;

  /** The first account of the coin in the seed's tree (BIP 84). */
  constructor(seed: Uint8Array, { coinType }: UtxoNetwork) {
    this.#account = HDKey.fromMasterSeed(seed).derive(`m/84'/${coinType}'/0'`);
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

/** What an output to an address says, in hexadecimal; null where the address isn't of the network. */
export function scriptOfAddress(address: string, network: UtxoNetwork): string | null {
  try {
    return hex.encode(OutScript.encode(Address(network).decode(address)));
  } catch {
    return null;
  }
}

/** The other way round; null for scripts that have no address, as notes have none. */
export function addressOfScript(script: string, network: UtxoNetwork): string | null {
  try {
    return Address(network).encode(OutScript.decode(hex.decode(script)));
  } catch {
    return null;
  }
}
