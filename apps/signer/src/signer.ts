import {
  type DigestSignature,
  digestsOf,
  hotKey,
  type KeyRef,
  nonceSlot,
  PrivateKeys,
  PublicKeys,
  signedAtOnce,
  small,
  tronDigest,
  TronPrivateKeys,
  TronPublicKeys,
  type UtxoNetwork,
  UtxoPrivateKeys,
  UtxoPublicKeys,
  withSignatures,
  withTronSignature,
} from '@fft/chains';
import { hexToBytes, keccak256, parseTransaction, serializeTransaction, toHex, type Hex } from 'viem';
import { decideEvm, type EvmLimits, type EvmRequest } from './evm-policy.ts';
import { checkLatest, checkSentBack, type Claim } from './authorized.ts';
import type { Account, KeyRing } from './key-ring.ts';
import type { SigningLog } from './signing-log.ts';
import type { SentBack } from './sent-back.ts';
import type { EvmSigned, Signed, UtxoSigned } from './signed.ts';
import type { SignedBefore } from './signed-log.ts';
import { decideTron, type TronLimits, type TronRequest } from './tron-policy.ts';
import { decideUtxo, type UtxoLimits, type UtxoRequest } from './utxo-policy.ts';

export interface SignedTransaction {
  readonly raw: string;
  readonly txid: string;
}

/** Keys of Ethereum's kind, of a seed. */
export function evmAccountOf(seed: Uint8Array): Account {
  const keys = new PrivateKeys(seed);
  return { xpub: keys.xpub, keyOf: (key) => hexToBytes(keys.keyOf(key)) };
}

/** The same for Bitcoin's family. */
export function utxoAccountOf(seed: Uint8Array, network: UtxoNetwork): Account {
  return new UtxoPrivateKeys(seed, network);
}

/** The same for Tron. */
export function tronAccountOf(seed: Uint8Array): Account {
  return new TronPrivateKeys(seed);
}

/** Signs for one chain. */
export interface Signer<Request> extends Pick<KeyRing, 'xpub' | 'hot'> {
  /** @throws SigningRefused, KeysUnavailable */
  sign(request: Request): Promise<SignedTransaction>;
  /** What each transaction spends that was signed for a withdrawal: of one that counts nonces `branch/index:nonce`, of Bitcoin's family `txid:vout`, on Tron its own name. */
  signedFor(withdrawal: number): string[][];
}

interface SignerParts {
  readonly keys: KeyRing;
  /** Shared with those who decide withdrawals. */
  readonly macKey: string;
  readonly memory: SigningLog;
  readonly now: () => number;
}

/**
 * Signs what its own limits allow, one request at a time, and never forgets what it signed: that is written down before anybody has the signature, and
 * nothing is where a key couldn't be used, so that what is asked for then may be another transaction.
 */
export function createEvmSigner(parts: SignerParts & { readonly limits: EvmLimits }): Signer<EvmRequest> {
  const { keys, macKey, memory, limits, now } = parts;
  const addresses = new PublicKeys(keys.xpub, keys.hot);
  const depositOf = (index: number): string => addresses.addressOf({ branch: 0, index });
  const hots = addresses.hots.map((key) => small(addresses.addressOf(key)));
  return inTurn({ ...parts, log: memory.evm, slotsOf: nonceOf }, async (request) => {
    const decided = decideEvm(request, { ...limits, hots, depositOf, macKey }, memory.evm, now());
    const raw = await signEvm(keys, request.key, request.transaction);
    memory.add(decided);
    return { raw, txid: keccak256(raw) };
  });
}

const nonceOf = ({ key = hotKey, nonce }: EvmSigned): string[] => [nonceSlot(key, nonce)];
const coinsOf = ({ coins }: UtxoSigned): string[] => coins.map(({ txid, vout }) => `${txid}:${vout}`);

async function signEvm(keys: KeyRing, key: KeyRef, unsigned: Hex): Promise<Hex> {
  const parsed = parseTransaction(unsigned);
  const { r, s, recovery } = await keys.sign(key, keccak256(serializeTransaction(parsed), 'bytes'));
  return serializeTransaction(parsed, { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }), yParity: recovery });
}

/** Remembers what went back to people, for as long as the log is kept. */
export function createSentBack({ memory, macKey }: Pick<SignerParts, 'memory' | 'macKey'>): SentBack {
  return {
    of: (reference) => memory.sentBack(reference),
    note: (reference, withdrawal) => {
      checkSentBack(reference, withdrawal, macKey);
      memory.addSentBack(reference, withdrawal.number);
    },
  };
}

/** The same for a chain of Bitcoin's family. */
export function createUtxoSigner(
  parts: SignerParts & { readonly network: UtxoNetwork; readonly limits: UtxoLimits },
): Signer<UtxoRequest> {
  const { keys, macKey, memory, limits, network, now } = parts;
  const rules = { keys: new UtxoPublicKeys(keys.xpub, network, keys.hot), limits, macKey };
  return inTurn({ ...parts, log: memory.utxo(network.chain), slotsOf: coinsOf }, async (request) => {
    const decided = decideUtxo(request, rules, memory.utxo(network.chain), now());
    const digests = digestsOf(request.transaction, rules.keys);
    const signatures: DigestSignature[] = [];
    for (let from = 0; from < digests.length; from += signedAtOnce) {
      const some = digests.slice(from, from + signedAtOnce);
      signatures.push(...(await Promise.all(some.map(({ key, digest }) => keys.sign(key, digest)))));
    }
    memory.add(decided);
    return withSignatures(request.transaction, rules.keys, signatures);
  });
}

/** The same for Tron: what a node has made is signed as it is. */
export function createTronSigner(parts: SignerParts & { readonly limits: TronLimits }): Signer<TronRequest> {
  const { keys, macKey, memory, limits, now } = parts;
  const rules = { keys: new TronPublicKeys(keys.xpub, keys.hot), limits, macKey };
  return inTurn({ ...parts, log: memory.tron, slotsOf: ({ txid }) => [txid] }, async (request) => {
    const decided = decideTron(request, rules, memory.tron, now());
    const signature = await keys.sign(request.key, tronDigest(request.transaction));
    memory.add(decided);
    return withTronSignature(request.transaction, signature);
  });
}

function inTurn<Request extends Claim, One extends Signed>(
  {
    keys: { xpub, hot },
    memory,
    log,
    slotsOf,
  }: SignerParts & { readonly log: SignedBefore<One>; readonly slotsOf: (one: One) => string[] },
  signNow: (request: Request) => Promise<SignedTransaction>,
): Signer<Request> {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    xpub,
    hot,
    signedFor: (reference) => log.of({ purpose: 'withdrawal', reference }).map(slotsOf),
    sign: (request) => {
      const signed = turn.then(() => {
        checkLatest(request, memory.sentBack(request.reference));
        return signNow(request);
      });
      turn = signed.catch(() => undefined);
      return signed;
    },
  };
}
