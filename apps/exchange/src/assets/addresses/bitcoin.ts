import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { decoded, invalid, isZero, unusable, usable, type AddressCheck } from './address-check.ts';

/** Prefixes of the addresses of Bitcoin and related chains. */
export interface BitcoinForm {
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  /** The readable prefix of a SegWit address; null if the chain has none. */
  readonly segwit: string | null;
}

export const bitcoinForms = {
  BTC: { pubKeyHash: 0x00, scriptHash: 0x05, segwit: 'bc' },
  LTC: { pubKeyHash: 0x30, scriptHash: 0x32, segwit: 'ltc' },
  DOGE: { pubKeyHash: 0x1e, scriptHash: 0x16, segwit: null },
} as const satisfies Record<string, BitcoinForm>;

/** Forms of test networks, by network name. */
export const bitcoinTestForms: Readonly<Record<string, BitcoinForm>> = {
  'bitcoin-regtest': { pubKeyHash: 0x6f, scriptHash: 0xc4, segwit: 'bcrt' },
  'litecoin-regtest': { pubKeyHash: 0x6f, scriptHash: 0x3a, segwit: 'rltc' },
  'dogecoin-regtest': { pubKeyHash: 0x6f, scriptHash: 0xc4, segwit: null },
  'dogecoin-on-litecoin-regtest': { pubKeyHash: 0x6f, scriptHash: 0x3a, segwit: null },
};

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());
const hashBytes = 20;

/** Checks an address by hash of key or script (base58check), or of SegWit (BIP 173 and, from version 1, BIP 350). */
export function checkBitcoin(text: string, form: BitcoinForm): AddressCheck {
  if (form.segwit !== null && text.toLowerCase().startsWith(`${form.segwit}1`)) return checkSegwit(text, form.segwit);
  const bytes = decoded(() => base58check.decode(text));
  if (bytes?.length !== hashBytes + 1) return invalid;
  const [version] = bytes;
  if (version !== form.pubKeyHash && version !== form.scriptHash) return invalid;
  return isZero(bytes.subarray(1)) ? unusable : usable(text);
}

/** Accepts version 0 by hash of key (20 bytes) or script (32), and version 1 (Taproot); later versions have no meaning yet, so anyone could spend the money. */
function checkSegwit(text: string, prefix: string): AddressCheck {
  // The decoder refuses mixed case.
  const plain = decoded(() => bech32.decodeUnsafe(text, 90));
  const taproot = decoded(() => bech32m.decodeUnsafe(text, 90));
  const parts = plain ?? taproot;
  const version = parts?.words[0];
  if (!parts || parts.prefix !== prefix || version === undefined) return invalid;
  const program = decoded(() => bech32.fromWords(parts.words.slice(1)));
  if (program === null) return invalid;
  const isKnown = plain
    ? version === 0 && (program.length === 20 || program.length === 32)
    : version === 1 && program.length === 32;
  if (!isKnown) return invalid;
  return isZero(program) ? unusable : usable(text.toLowerCase());
}
