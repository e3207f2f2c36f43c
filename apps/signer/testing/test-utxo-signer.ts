import { join } from 'node:path';
import { utxoNetworks, UtxoPrivateKeys, UtxoPublicKeys } from '@fft/chains';
import { keyRingOf } from '../src/key-ring.ts';
import { createUtxoSigner, type Signer, utxoAccountOf } from '../src/signer.ts';
import { SigningLog } from '../src/signing-log.ts';
import { macKey } from './test-authorization.ts';
import type { UtxoLimits, UtxoRequest } from '../src/utxo-policy.ts';

export const network = utxoNetworks['litecoin-regtest'];
const seedOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

/** The public keys of a wallet; each number is another wallet. */
export const keysOf = (byte: number): UtxoPublicKeys =>
  new UtxoPublicKeys(new UtxoPrivateKeys(seedOf(byte), network).xpub, network);

/** Opens the signer of wallet 1 over the log in a folder. */
export function openUtxoSigner(
  folder: string,
  limits: UtxoLimits,
  now: () => number,
): { readonly signer: Signer<UtxoRequest>; readonly memory: SigningLog } {
  const memory = new SigningLog(join(folder, 'signed.jsonl'));
  const keys = keyRingOf(utxoAccountOf(seedOf(1), network));
  return { memory, signer: createUtxoSigner({ keys, network, memory, limits, macKey, now }) };
}
