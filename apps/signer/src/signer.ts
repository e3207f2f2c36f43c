import {
  type DigestSignature,
  digestsOf,
  hotKey,
  isSameKey,
  type KeyRef,
  nonceSlot,
  PrivateKeys,
  PublicKeys,
  signatureBatchSize,
  SolanaPublicKeys,
  lowerCaseAddress,
  type UtxoNetwork,
  UtxoPrivateKeys,
  UtxoPublicKeys,
  withSignatures,
  withSolanaSignatures,
} from '@fft/chains';
import { hexToBytes, keccak256, parseTransaction, serializeTransaction, toHex, type Hex } from 'viem';
import { decideEvm, type EvmLimits, type EvmRequest } from './evm-policy.ts';
import { checkNotRevoked, checkRevocation, type CoinUnits, type SigningRequest } from './authorization.ts';
import type { Account, KeyRing, SolanaKeyRing } from './key-ring.ts';
import type { SigningLog } from './signing-log.ts';
import type { Revocations } from './revocations.ts';
import type { EvmRecord, SigningRecord, UtxoRecord } from './signing-record.ts';
import type { SigningHistory } from './signing-history.ts';
import { decideSolana, type SolanaLimits, type SolanaRequest } from './solana-policy.ts';
import { decideUtxo, type UtxoLimits, type UtxoRequest } from './utxo-policy.ts';

export interface SignedTransaction {
  readonly raw: string;
  readonly txid: string;
}

/** Derives EVM keys from a seed. */
export function evmAccountOf(seed: Uint8Array): Account {
  const keys = new PrivateKeys(seed);
  return { xpub: keys.xpub, keyOf: (key) => hexToBytes(keys.keyOf(key)) };
}

/** Derives UTXO-chain keys from a seed. */
export function utxoAccountOf(seed: Uint8Array, network: UtxoNetwork): Account {
  return new UtxoPrivateKeys(seed, network);
}

/** Signs for one chain. */
export interface Signer<Request> extends Pick<KeyRing, 'xpub' | 'hot'> {
  /** @throws SigningRefused, KeysUnavailable */
  sign(request: Request): Promise<SignedTransaction>;
  /** Returns the slots of each transaction signed for a withdrawal: `branch/index:nonce` on EVM chains, `txid:vout` on UTXO chains, the txid on Solana. */
  signedFor(withdrawal: number): string[][];
}

/** Signs for an EVM network. */
export interface EvmSigner extends Signer<EvmRequest> {
  /** Its tokens by lower-case contract, with what may be paid in a day. */
  readonly tokens: Readonly<Record<string, CoinUnits & { readonly day: string }>>;
}

interface SignerOptions {
  readonly keys: KeyRing;
  /** Shared with the exchange, which authorizes withdrawals. */
  readonly macKey: string;
  readonly memory: SigningLog;
  readonly now: () => number;
}

/**
 * Creates a signer for one EVM network. It signs requests one at a time, within its limits, and logs each transaction before returning the signature. A failed
 * signature logs nothing, so another transaction may be signed for the same reference.
 */
export function createEvmSigner(options: SignerOptions & { readonly limits: EvmLimits }): EvmSigner {
  const { keys, macKey, memory, limits, now } = options;
  const addresses = new PublicKeys(keys.xpub, keys.hot);
  const depositOf = (index: number): string => addresses.addressOf({ branch: 0, index });
  const hots = addresses.hots.map((key) => lowerCaseAddress(addresses.addressOf(key)));
  const log = memory.evm(limits.chain);
  const signer = serialize<EvmRequest, EvmRecord>({ ...options, log, slotsOf: nonceOf }, async (request) => {
    const decided = decideEvm(request, { ...limits, hots, depositOf, macKey }, log, now());
    const raw = await signEvm(keys, request.key, request.transaction);
    memory.add(decided);
    return { raw, txid: keccak256(raw) };
  });
  return { ...signer, tokens: tokensOf(limits) };
}

/** The tokens that the signer's settings list: it signs for no other, whatever the exchange has. */
function tokensOf({ amounts }: EvmLimits): EvmSigner['tokens'] {
  const tokens = Object.entries(amounts).filter(([contract]) => contract !== 'native');
  return Object.fromEntries(
    tokens.map(([contract, { coin, decimals, day }]) => [contract, { coin, decimals, day: String(day) }]),
  );
}

const nonceOf = ({ key = hotKey, nonce }: EvmRecord): string[] => [nonceSlot(key, nonce)];
const coinsOf = ({ coins }: UtxoRecord): string[] => coins.map(({ txid, vout }) => `${txid}:${vout}`);

async function signEvm(keys: KeyRing, key: KeyRef, unsigned: Hex): Promise<Hex> {
  const parsed = parseTransaction(unsigned);
  const { r, s, recovery } = await keys.sign(key, keccak256(serializeTransaction(parsed), 'bytes'));
  return serializeTransaction(parsed, { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }), yParity: recovery });
}

/** Records returns to review in the signing log. */
export function createRevocations({ memory, macKey }: Pick<SignerOptions, 'memory' | 'macKey'>): Revocations {
  return {
    of: (reference) => memory.sentBack(reference),
    note: (reference, withdrawal) => {
      checkRevocation(reference, withdrawal, macKey);
      memory.addRevocation(reference, withdrawal.number);
    },
  };
}

/** Creates a signer for a UTXO chain. */
export function createUtxoSigner(
  options: SignerOptions & { readonly network: UtxoNetwork; readonly limits: UtxoLimits },
): Signer<UtxoRequest> {
  const { keys, macKey, memory, limits, network, now } = options;
  const rules = { keys: new UtxoPublicKeys(keys.xpub, network, keys.hot), limits, macKey };
  return serialize({ ...options, log: memory.utxo(network.chain), slotsOf: coinsOf }, async (request) => {
    const decided = decideUtxo(request, rules, memory.utxo(network.chain), now());
    const digests = digestsOf(request.transaction, rules.keys);
    const signatures: DigestSignature[] = [];
    for (let from = 0; from < digests.length; from += signatureBatchSize) {
      const some = digests.slice(from, from + signatureBatchSize);
      signatures.push(...(await Promise.all(some.map(({ key, digest }) => keys.sign(key, digest)))));
    }
    memory.add(decided);
    return withSignatures(request.transaction, rules.keys, signatures);
  });
}

/** Creates a signer for Solana. The hot wallet signs as fee payer, and the owner of what is paid if that is another. */
export function createSolanaSigner(
  options: Omit<SignerOptions, 'keys'> & { readonly keys: SolanaKeyRing; readonly limits: SolanaLimits },
): Signer<SolanaRequest> {
  const { keys, macKey, memory, limits, now } = options;
  const rules = { keys: new SolanaPublicKeys(keys.xpub, keys.hot), limits, macKey };
  return serialize({ ...options, log: memory.solana, slotsOf: ({ txid }) => [txid] }, async (request) => {
    const decided = decideSolana(request, rules, memory.solana, now());
    const message = hexToBytes(`0x${request.transaction}`);
    const isOwn = isSameKey(request.key, rules.keys.hot);
    const signers = isOwn ? [request.key] : [rules.keys.hot, request.key];
    const signed = withSolanaSignatures(message, await Promise.all(signers.map((key) => keys.sign(key, message))));
    memory.add({ ...decided, txid: signed.txid });
    return signed;
  });
}

function serialize<Request extends SigningRequest, One extends SigningRecord>(
  {
    keys: { xpub, hot },
    memory,
    log,
    slotsOf,
  }: Pick<SignerOptions, 'memory'> & {
    readonly keys: Pick<KeyRing, 'xpub' | 'hot'>;
    readonly log: SigningHistory<One>;
    readonly slotsOf: (one: One) => string[];
  },
  signNow: (request: Request) => Promise<SignedTransaction>,
): Signer<Request> {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    xpub,
    hot,
    signedFor: (reference) => log.of({ purpose: 'withdrawal', reference }).map(slotsOf),
    sign: (request) => {
      const signed = turn.then(() => {
        checkNotRevoked(request, (reference) => memory.sentBack(reference));
        return signNow(request);
      });
      turn = signed.catch(() => undefined);
      return signed;
    },
  };
}
