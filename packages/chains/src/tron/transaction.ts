import { sha256 } from '@noble/hashes/sha2.js';
import { hex, utf8 } from '@scure/base';
import { compactOf, type DigestSignature } from '../signature.ts';
import { tronAddress, tronAddressHex } from './address.ts';
import { bytesField, type Fields, readFields } from './protobuf.ts';

/** A payment of a TRC-20 token, or of TRX if `token` is null. Addresses are in Base58Check; the amount is in smallest units. */
export interface TronPayment {
  readonly owner: string;
  readonly token: string | null;
  readonly to: string;
  readonly amount: bigint;
}

/** A payment decoded from a transaction's bytes. */
export interface TronTransaction extends TronPayment {
  /** Maximum burn in millionths of TRX. */
  readonly feeLimit: bigint;
  /** After this time it cannot be included; Unix milliseconds. */
  readonly expires: number;
}

/** The first reason not to sign a transaction. */
export type TronMismatch =
  | 'unreadable'
  | 'owner'
  | 'token'
  | 'recipient'
  | 'amount'
  | 'feeLimit'
  | 'expired'
  | 'tooLong';

export interface TronChecks {
  readonly maxFee: bigint;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Tron allows a day; with a shorter lifetime, an unincluded transaction is known to be void sooner. */
const maxLifetimeMs = 10 * 60_000;
const [transferContract, triggerSmartContract] = [1n, 31n];
const transferUrl = 'type.googleapis.com/protocol.TransferContract';
const triggerUrl = 'type.googleapis.com/protocol.TriggerSmartContract';
const transferSelector = 'a9059cbb';

/** Encodes the arguments of `transfer(address,uint256)`. */
export function transferArguments({ to, amount }: Pick<TronPayment, 'to' | 'amount'>): string {
  const digits = tronAddressHex(to);
  if (digits === null) throw new Error(`not an address of Tron: ${to}`);
  return digits.padStart(64, '0') + amount.toString(16).padStart(64, '0');
}

/**
 * Decodes an unsigned transaction (`raw_data`, hexadecimal). Null unless it is one token `transfer` call or one TRX payment, by the owner's own
 * permission, without additional coins, memos or unknown fields.
 */
export function readTronTransaction(raw: string): TronTransaction | null {
  const data = messageOf(hexBytes(raw), [1, 4, 8, 11, 14, 18]);
  const contract = messageOf(data?.get(11), [1, 2]);
  const wrapped = messageOf(contract?.get(2), [1, 2]);
  const payment = paymentIn(contract?.get(1), textOf(wrapped?.get(1)), wrapped?.get(2));
  const [expires, feeLimit] = [data?.get(8), data?.get(18) ?? 0n];
  if (!payment || typeof expires !== 'bigint' || typeof feeLimit !== 'bigint') return null;
  return { ...payment, feeLimit, expires: Number(expires) };
}

function paymentIn(kind: Field, url: string | null, inner: Field): TronPayment | null {
  if (kind === triggerSmartContract && url === triggerUrl) return callIn(messageOf(inner, [1, 2, 4]));
  return kind === transferContract && url === transferUrl ? coinsIn(messageOf(inner, [1, 2, 3])) : null;
}

function callIn(call: Fields | null): TronPayment | null {
  const [owner, token, paid] = [addressIn(call?.get(1)), addressIn(call?.get(2)), transferIn(call?.get(4))];
  return owner === null || token === null || !paid ? null : { owner, token, ...paid };
}

function coinsIn(transfer: Fields | null): TronPayment | null {
  const [owner, to, amount] = [addressIn(transfer?.get(1)), addressIn(transfer?.get(2)), transfer?.get(3)];
  return owner === null || to === null || typeof amount !== 'bigint' ? null : { owner, token: null, to, amount };
}

/** Decodes a signed transaction; null if invalid. */
export function readSignedTron(raw: string): (TronTransaction & { readonly txid: string }) | null {
  const bytes = hexBytes(raw);
  const data = bytes && readFields(bytes)?.get(1);
  const read = data instanceof Uint8Array ? readTronTransaction(hex.encode(data)) : null;
  return data instanceof Uint8Array && read ? { ...read, txid: hex.encode(sha256(data)) } : null;
}

/** Compares a node's transaction with the requested payment; null if it does exactly that. */
export function tronMismatch(raw: string, asked: TronPayment, { maxFee, now }: TronChecks): TronMismatch | null {
  const made = readTronTransaction(raw);
  if (!made) return 'unreadable';
  if (made.owner !== asked.owner) return 'owner';
  if (made.token !== asked.token) return 'token';
  if (made.to !== asked.to) return 'recipient';
  if (made.amount !== asked.amount) return 'amount';
  // A TRX payment burns only for its bytes, so it needs no fee limit.
  const isBounded = made.token === null ? made.feeLimit === 0n : made.feeLimit > 0n && made.feeLimit <= maxFee;
  if (!isBounded) return 'feeLimit';
  if (made.expires <= now) return 'expired';
  return made.expires > now + maxLifetimeMs ? 'tooLong' : null;
}

/** Returns the digest to sign, which is also the txid. */
export function tronDigest(raw: string): Uint8Array {
  if (!readTronTransaction(raw)) throw new Error('only payments are signed');
  return sha256(hex.decode(raw));
}

/** Adds the signature; returns the broadcast form and the txid. */
export function withTronSignature(raw: string, signature: DigestSignature): { raw: string; txid: string } {
  const signed = Uint8Array.from([...compactOf(signature), signature.recovery]);
  const whole = Uint8Array.from([...bytesField(1, hex.decode(raw)), ...bytesField(2, signed)]);
  return { raw: hex.encode(whole), txid: hex.encode(tronDigest(raw)) };
}

type Field = bigint | Uint8Array | undefined;

/** Null for invalid messages and unknown fields, which would be signed without being checked. */
function messageOf(value: bigint | Uint8Array | null | undefined, known: readonly number[]): Fields | null {
  const fields = value instanceof Uint8Array ? readFields(value) : null;
  return fields && [...fields.keys()].every((field) => known.includes(field)) ? fields : null;
}

function hexBytes(digits: string): Uint8Array | null {
  try {
    return hex.decode(digits);
  } catch {
    return null;
  }
}

function textOf(value: bigint | Uint8Array | undefined): string | null {
  return value instanceof Uint8Array ? utf8.encode(value) : null;
}

function addressIn(value: bigint | Uint8Array | undefined): string | null {
  const digits = value instanceof Uint8Array ? hex.encode(value) : '';
  return digits.length === 42 && digits.startsWith('41') ? tronAddress(digits.slice(2)) : null;
}

/** Wallets pad the address with its version byte or with zeros; contracts ignore both. */
const argumentsPattern = /^(?:0{24}|0{22}41)([0-9a-f]{40})([0-9a-f]{64})$/;

function transferIn(value: bigint | Uint8Array | undefined): { to: string; amount: bigint } | null {
  const data = value instanceof Uint8Array ? hex.encode(value) : '';
  if (!data.startsWith(transferSelector)) return null;
  const [, to, amount] = argumentsPattern.exec(data.slice(transferSelector.length)) ?? [];
  return to === undefined || amount === undefined ? null : { to: tronAddress(to), amount: BigInt(`0x${amount}`) };
}
