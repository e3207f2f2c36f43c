import { type KeyRef, PublicKeys, SolanaPublicKeys, utxoNetworks, UtxoPublicKeys } from '@fft/chains';
import {
  encodeReserveSignature,
  encodeSolanaSignature,
  isReserveSigned,
  type ReserveStatement,
  reserveBytes,
} from '@fft/liabilities';
import { hexToBytes } from 'viem';
import type { KeyRing } from './key-ring.ts';
import type { KeyRings } from './open-keys.ts';
import type { SignerSettings } from './settings.ts';
import { type AttestationRecord, SigningRefused } from './signing-record.ts';

/** The parts of a statement; the signer adds the address of its own key, and composes the text itself. */
export interface AttestationRequest {
  readonly chain: string;
  /** The number of the hot wallet: 0 is the first. */
  readonly hot: number;
  readonly day: string;
  readonly root: string;
}

export interface Attestation {
  readonly address: string;
  readonly signature: string;
}

/** Signs statements about reserves. */
export interface Attester {
  /** @throws SigningRefused, KeysUnavailable */
  attest(request: AttestationRequest): Promise<Attestation>;
}

export interface AttesterOptions {
  readonly keys: KeyRings;
  readonly utxo: SignerSettings['utxo'];
  readonly memory: {
    attested(chain: string, address: string): AttestationRecord['attested'] | null;
    addAttestation(attested: AttestationRecord['attested']): void;
  };
  readonly now: () => number;
}

const dayMs = 86_400_000;

/**
 * Creates the attester. It signs one text a day and address, of the present day or the one before by its own clock, and none of a day before one that it signed: an
 * attacker with the exchange can make it state one root a day, and nothing else.
 */
export function createAttester({ keys, utxo, memory, now }: AttesterOptions): Attester {
  const dayAgo = (days: number): string => new Date(now() - days * dayMs).toISOString().slice(0, 10);

  function checkOnce({ chain, address, day, root }: ReserveStatement): void {
    if (day !== dayAgo(0) && day !== dayAgo(1)) throw new SigningRefused('the day is not today or yesterday');
    const last = memory.attested(chain, address);
    if (last && last.day > day) throw new SigningRefused('a later day is attested for this address');
    if (last && last.day === day && last.root !== root)
      throw new SigningRefused('another root is attested for this day and address');
    // Noted before it is signed, so that requests side by side get one text.
    if (last?.day !== day) memory.addAttestation({ chain, address, day, root });
  }

  return {
    attest: async ({ chain, hot, day, root }) => {
      const key: KeyRef = { branch: 1, index: hot };
      const address = addressOf(chain, key, keys, utxo);
      if (address === null) throw new SigningRefused('this signer has no such hot wallet');
      const statement = { chain, address, day, root };
      const bytes = reserveBytes(statement);
      if (bytes === null) throw new SigningRefused('the statement is malformed');
      checkOnce(statement);
      const signature = await sign(chain, key, bytes, keys);
      if (!isReserveSigned(statement, signature)) throw new Error('the signature is not by the key of the address');
      return { address, signature };
    },
  };
}

function ringOf(chain: string, keys: KeyRings): KeyRing | null {
  const found = Object.entries(keys).find(([name]) => name === chain && name !== 'SOL');
  return (found?.[1] as KeyRing | undefined) ?? null;
}

/** Null for chains and hot wallets that the signer doesn't have. */
function addressOf(chain: string, key: KeyRef, keys: KeyRings, utxo: SignerSettings['utxo']): string | null {
  const ring = chain === 'SOL' ? keys.SOL : ringOf(chain, keys);
  if (!ring || ring.hot[key.index] === undefined) return null;
  const { xpub, hot } = ring;
  if (chain === 'SOL') return new SolanaPublicKeys(xpub, hot).addressOf(key);
  const name = utxo.find(({ network }) => utxoNetworks[network].chain === chain)?.network;
  return name
    ? new UtxoPublicKeys(xpub, utxoNetworks[name], hot).addressOf(key)
    : new PublicKeys(xpub, hot).addressOf(key);
}

async function sign(chain: string, key: KeyRef, bytes: Uint8Array, keys: KeyRings): Promise<string> {
  if (chain === 'SOL' && keys.SOL) return encodeSolanaSignature(await keys.SOL.sign(key, bytes));
  const ring = ringOf(chain, keys);
  if (!ring) throw new SigningRefused('this signer has no such hot wallet');
  const publicKey = hexToBytes(`0x${ring.hot[key.index] ?? ''}`);
  return encodeReserveSignature(chain, await ring.sign(key, bytes), publicKey);
}
