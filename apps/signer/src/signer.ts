import {
  hotKey,
  type KeyRef,
  PrivateKeys,
  PublicKeys,
  signUnsigned,
  small,
  type UtxoNetwork,
  UtxoPrivateKeys,
  UtxoPublicKeys,
} from '@fft/chains';
import { keccak256, parseTransaction, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { decideEvm, type EvmLimits, type EvmRequest } from './evm-policy.ts';
import type { SigningMemory } from './memory.ts';
import { decideUtxo, type UtxoLimits, type UtxoRequest } from './utxo-policy.ts';

/** Where keys of Ethereum's kind are kept: a keystore here, a vault or a hardware module by the same two. */
export interface Keys {
  /** Extended public key of the account that all keys are below. */
  readonly xpub: string;
  /** Signs an unsigned EIP-1559 transaction; answers it serialized. */
  sign(key: KeyRef, transaction: Hex): Promise<Hex>;
}

export interface SignedTransaction {
  readonly raw: string;
  readonly txid: string;
}

/** The same for Bitcoin's family: a PSBT names the keys itself. */
export interface UtxoKeys {
  readonly xpub: string;
  sign(transaction: string): Promise<SignedTransaction>;
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

export function utxoKeysOfSeed(seed: Uint8Array, network: UtxoNetwork): UtxoKeys {
  const keys = new UtxoPrivateKeys(seed, network);
  const publicKeys = new UtxoPublicKeys(keys.xpub, network);
  return { xpub: keys.xpub, sign: async (transaction) => signUnsigned(transaction, publicKeys, keys) };
}

/** Signs for one chain. */
export interface Signer<Request> {
  readonly xpub: string;
  /** @throws SigningRefused */
  sign(request: Request): Promise<SignedTransaction>;
}

interface SignerParts {
  readonly memory: SigningMemory;
  readonly now: () => number;
}

/** Signs what its own limits allow, one request at a time, and never forgets what it signed. */
export function createEvmSigner(
  parts: SignerParts & { readonly keys: Keys; readonly limits: Omit<EvmLimits, 'hot'> },
): Signer<EvmRequest> {
  const { keys, memory, now } = parts;
  const limits = { ...parts.limits, hot: small(new PublicKeys(keys.xpub).addressOf(hotKey)) };
  return inTurn(keys.xpub, async (request) => {
    memory.add(decideEvm(request, limits, memory.evm, now()));
    const raw = await keys.sign(request.key, request.transaction);
    return { raw, txid: keccak256(raw) };
  });
}

/** The same for a chain of Bitcoin's family. */
export function createUtxoSigner(
  parts: SignerParts & { readonly keys: UtxoKeys; readonly network: UtxoNetwork; readonly limits: UtxoLimits },
): Signer<UtxoRequest> {
  const { keys, memory, limits, network, now } = parts;
  const rules = { keys: new UtxoPublicKeys(keys.xpub, network), limits };
  return inTurn(keys.xpub, async (request) => {
    memory.add(decideUtxo(request, rules, memory.utxo(network.chain), now()));
    return keys.sign(request.transaction);
  });
}

function inTurn<Request>(xpub: string, signNow: (request: Request) => Promise<SignedTransaction>): Signer<Request> {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    xpub,
    sign: (request) => {
      const signed = turn.then(() => signNow(request));
      turn = signed.catch(() => undefined);
      return signed;
    },
  };
}
