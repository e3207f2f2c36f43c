import { type KeyRef, hotKey, PrivateKeys, PublicKeys, small } from '@fft/chains';
import { keccak256, parseTransaction, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { SigningMemory } from './memory.ts';
import { decide, type Limits, type SigningRequest } from './policy.ts';

/** Where keys are kept: a keystore here, a vault or a hardware module by the same two. */
export interface Keys {
  /** Extended public key of the account that all keys are below. */
  readonly xpub: string;
  /** Signs an unsigned EIP-1559 transaction; answers it serialized. */
  sign(key: KeyRef, transaction: Hex): Promise<Hex>;
}

export function keysOfSeed(seed: Uint8Array): Keys {
  const keys = new PrivateKeys(seed);
  return {
    xpub: keys.xpub,
    sign: async (key, transaction) => {
      const parsed = parseTransaction(transaction);
      if (parsed.type !== 'eip1559') throw new Error('only EIP-1559 transactions are signed');
      return privateKeyToAccount(keys.keyOf(key)).signTransaction(parsed);
    },
  };
}

export interface SignedTransaction {
  readonly raw: Hex;
  readonly txid: Hex;
}

export interface Signer {
  readonly xpub: string;
  /** @throws SigningRefused */
  sign(request: SigningRequest): Promise<SignedTransaction>;
}

export interface SignerParts {
  readonly keys: Keys;
  readonly memory: SigningMemory;
  readonly limits: Omit<Limits, 'hot'>;
  readonly now: () => number;
}

/** Signs what its own limits allow, one request at a time, and never forgets what it signed. */
export function createSigner({ keys, memory, limits, now }: SignerParts): Signer {
  const hot = small(new PublicKeys(keys.xpub).addressOf(hotKey));
  let turn: Promise<unknown> = Promise.resolve();
  const signNow = async (request: SigningRequest): Promise<SignedTransaction> => {
    memory.add(decide(request, { ...limits, hot }, memory.all, now()));
    const raw = await keys.sign(request.key, request.transaction);
    return { raw, txid: keccak256(raw) };
  };
  return {
    xpub: keys.xpub,
    sign: (request) => {
      const signed = turn.then(() => signNow(request));
      turn = signed.catch(() => undefined);
      return signed;
    },
  };
}
