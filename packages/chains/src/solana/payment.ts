import { solanaPrograms as programs, tokenAccountOf } from './address.ts';
import { decodeMessage, encodeMessage, type AccountUse, type Instruction } from './message.ts';

/** A payment of SOL, or of a token by its mint. Addresses are wallets'; the amount is in smallest units. */
export interface SolanaPayment {
  /** Pays the fee, and the rent of an account that is opened: always the hot wallet. */
  readonly feePayer: string;
  readonly owner: string;
  readonly token: { readonly mint: string; readonly decimals: number } | null;
  readonly to: string;
  readonly amount: bigint;
}

/** The terms of a payment's transaction. */
export interface SolanaTerms {
  /** Blocks of this or the 150 after it can include the transaction. */
  readonly blockhash: string;
  readonly unitLimit: number;
  /** Millionths of a lamport for each unit of computation. */
  readonly unitPrice: bigint;
  /** True if the transaction opens the recipient's token account. */
  readonly opensAccount: boolean;
}

/** What the network charges for each signature, in lamports. */
export const signatureFee = 5_000n;
/** Lamports that a token account holds for as long as it is open. */
export const tokenAccountRent = 2_039_280n;
/** Lamports that a wallet holds if it holds any. */
export const walletRent = 890_880n;

/** Data of an instruction: the bytes that name it, and a number. */
interface NumberForm {
  readonly program: string;
  readonly name: readonly number[];
  readonly size: number;
}

const unitLimitForm: NumberForm = { program: programs.computeBudget, name: [2], size: 4 };
const unitPriceForm: NumberForm = { program: programs.computeBudget, name: [3], size: 8 };
const transferForm: NumberForm = { program: programs.system, name: [2, 0, 0, 0], size: 8 };
/** `transferChecked`, which the token's decimals follow. */
const tokenTransferForm: NumberForm = { program: programs.token, name: [12], size: 8 };

/** The most that a transaction can cost its fee payer beside what it pays, in lamports. */
export function solanaCost({ feePayer, owner }: SolanaPayment, { unitLimit, unitPrice, opensAccount }: SolanaTerms) {
  const signatures = feePayer === owner ? 1n : 2n;
  const priority = (BigInt(unitLimit) * unitPrice + 999_999n) / 1_000_000n;
  return signatures * signatureFee + priority + (opensAccount ? tokenAccountRent : 0n);
}

/** Encodes a payment's message, which is what is signed. */
export function solanaMessageOf(payment: SolanaPayment, terms: SolanaTerms): Uint8Array {
  const { feePayer, owner, token, to, amount } = payment;
  const { blockhash, unitLimit, unitPrice, opensAccount } = terms;
  const budget = [
    { program: programs.computeBudget, accounts: [], data: withNumber(unitLimitForm, BigInt(unitLimit)) },
    { program: programs.computeBudget, accounts: [], data: withNumber(unitPriceForm, unitPrice) },
  ];
  if (token === null) {
    const accounts = [
      { address: owner, isSigner: true, isWritable: true },
      { address: to, isSigner: false, isWritable: true },
    ];
    const transfer = { program: programs.system, accounts, data: withNumber(transferForm, amount) };
    return encodeMessage({ feePayer, blockhash, instructions: [...budget, transfer] });
  }
  const { mint, decimals } = token;
  const [from, account] = [tokenAccountOf(owner, mint), tokenAccountOf(to, mint)];
  const open: Instruction = {
    program: programs.tokenAccounts,
    accounts: [
      { address: feePayer, isSigner: true, isWritable: true },
      writable(account),
      readOnly(to),
      readOnly(mint),
      readOnly(programs.system),
      readOnly(programs.token),
    ],
    // Opens the account unless it is there.
    data: Uint8Array.of(1),
  };
  const transfer: Instruction = {
    program: programs.token,
    accounts: [
      writable(from),
      readOnly(mint),
      writable(account),
      { address: owner, isSigner: true, isWritable: false },
    ],
    data: Uint8Array.of(...withNumber(tokenTransferForm, amount), decimals),
  };
  return encodeMessage({ feePayer, blockhash, instructions: [...budget, ...(opensAccount ? [open] : []), transfer] });
}

/** The first reason not to sign a message. */
export type SolanaMismatch = 'unreadable' | 'feePayer' | 'owner' | 'token' | 'recipient' | 'amount' | 'form';

/** Reads the terms of a message. Null unless it has the instructions of a payment. */
export function readSolanaTerms(message: Uint8Array): SolanaTerms | null {
  return readParts(message)?.terms ?? null;
}

/**
 * Compares a message with the requested payment; null if it does exactly that. Accounts of tokens are derived from wallets and mint here, and the message is built
 * again: one byte more, another program or another order, and it is not signed.
 */
export function solanaMismatch(message: Uint8Array, asked: SolanaPayment): SolanaMismatch | null {
  const parts = readParts(message);
  if (!parts) return 'unreadable';
  const { terms, feePayer, last } = parts;
  if (feePayer !== asked.feePayer) return 'feePayer';
  const found = last.program === programs.token ? tokenIn(last) : coinIn(last);
  if (!found) return 'unreadable';
  if (found.owner !== asked.owner) return 'owner';
  if ((found.mint === null) !== (asked.token === null)) return 'token';
  if (asked.token && (found.mint !== asked.token.mint || found.decimals !== asked.token.decimals)) return 'token';
  const destination = asked.token ? tokenAccountOf(asked.to, asked.token.mint) : asked.to;
  if (found.to !== destination) return 'recipient';
  if (found.amount !== asked.amount) return 'amount';
  return isSameBytes(solanaMessageOf(asked, terms), message) ? null : 'form';
}

interface Parts {
  readonly feePayer: string;
  readonly terms: SolanaTerms;
  readonly last: Instruction;
}

function readParts(message: Uint8Array): Parts | null {
  const decoded = decodeMessage(message);
  if (!decoded) return null;
  const { feePayer, blockhash, instructions } = decoded;
  const [limit, price, ...rest] = instructions;
  const last = rest.at(-1);
  const unitLimit = limit && numberIn(limit, unitLimitForm);
  const unitPrice = price && numberIn(price, unitPriceForm);
  if (!last || rest.length > 2 || typeof unitLimit !== 'bigint' || typeof unitPrice !== 'bigint') return null;
  const terms = { blockhash, unitLimit: Number(unitLimit), unitPrice, opensAccount: rest.length === 2 };
  return { feePayer, terms, last };
}

interface Found {
  readonly owner: string | undefined;
  readonly mint: string | null | undefined;
  readonly decimals: number | undefined;
  readonly to: string | undefined;
  readonly amount: bigint;
}

function coinIn(instruction: Instruction): Found | null {
  const amount = numberIn(instruction, transferForm);
  const [owner, to] = instruction.accounts;
  return amount === null ? null : { owner: owner?.address, mint: null, decimals: undefined, to: to?.address, amount };
}

function tokenIn({ accounts, data }: Instruction): Found | null {
  if (data.length !== 10 || data[0] !== tokenTransferForm.name[0]) return null;
  const [, mint, to, owner] = accounts;
  const amount = numberOf(data.subarray(1, 9));
  return { owner: owner?.address, mint: mint?.address, decimals: data[9], to: to?.address, amount };
}

/** The number after the bytes that name an instruction; null if it is another one. */
function numberIn({ program, data }: Instruction, form: NumberForm): bigint | null {
  const { name, size } = form;
  const isIt = program === form.program && data.length === name.length + size;
  return isIt && name.every((byte, index) => data[index] === byte) ? numberOf(data.subarray(name.length)) : null;
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

function withNumber({ name, size }: NumberForm, value: bigint): Uint8Array {
  const digits = Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
  return Uint8Array.from([...name, ...digits]);
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function writable(address: string): AccountUse {
  return { address, isSigner: false, isWritable: true };
}

function readOnly(address: string): AccountUse {
  return { address, isSigner: false, isWritable: false };
}
