import { hex } from '@scure/base';
import { OutScript, RawTx, SigHash, Transaction } from '@scure/btc-signer';
import { hash160, sha256x2 } from '@scure/btc-signer/utils.js';
import type { KeyRef } from '../keys.ts';
import { derOf, type DigestSignature, signDigest } from '../signature.ts';
import { addressOfScript, scriptOfAddress, type UtxoPrivateKeys, type UtxoPublicKeys } from './keys.ts';
import type { PaidOutput, PaymentPlan, UtxoCoin } from './plan.ts';

/** A payment, or a batch of them, decoded from an unsigned transaction. */
export interface UnsignedPayment extends PaidOutput {
  readonly coins: readonly UtxoCoin[];
  /** The payments of a batch after the first, in the order of its outputs. */
  readonly further: readonly PaidOutput[];
  readonly change: { readonly key: KeyRef; readonly amount: bigint } | null;
  readonly fee: bigint;
}

/** Sequence number: replaceable (BIP 125), without a lock time. */
const replaceable = 0xffff_fffd;

/**
 * Encodes a plan as PSBT (BIP 174) in hexadecimal, with the amount and key of every coin. On chains without SegWit, signatures don't cover amounts, so
 * each coin brings the transaction that made it: `sources` has their bytes, by txid.
 */
export function unsignedOf(
  plan: PaymentPlan,
  keys: UtxoPublicKeys,
  sources: ReadonlyMap<string, string> = new Map(),
): string {
  const transaction = new Transaction();
  for (const { txid, vout, amount, key } of plan.coins) {
    const source =
      keys.network.form === 'segwit'
        ? { witnessUtxo: { script: hex.decode(keys.scriptOf(key)), amount } }
        : { nonWitnessUtxo: hex.decode(sources.get(txid) ?? '') };
    const bip32Derivation = [derivationOf(key, keys)];
    transaction.addInput({ txid, index: vout, sequence: replaceable, ...source, bip32Derivation });
  }
  for (const { recipient, amount } of [plan, ...(plan.further ?? [])]) {
    const script = scriptOfAddress(recipient, keys.network);
    if (script === null) throw new Error(`not an address of ${keys.network.chain}: ${recipient}`);
    transaction.addOutput({ script: hex.decode(script), amount });
  }
  if (plan.change > 0n) {
    transaction.addOutput({
      script: hex.decode(keys.scriptOf(plan.changeKey)),
      amount: plan.change,
      bip32Derivation: [derivationOf(plan.changeKey, keys)],
    });
  }
  return hex.encode(transaction.toPSBT());
}

/**
 * Decodes a PSBT without trusting its metadata: coins and change belong to the exchange only if their scripts match its keys. Null unless it is payments
 * of the exchange's coins, each to an address, with optional change to one of its keys as the last output.
 */
export function readUnsigned(bytes: string, keys: UtxoPublicKeys): UnsignedPayment | null {
  const transaction = parsePsbt(bytes);
  if (!transaction || transaction.version !== 2 || transaction.lockTime !== 0) return null;
  const coins = coinsOf(transaction, keys);
  const paid = paidBy(transaction, keys);
  if (!coins || !paid) return null;
  const total = coins.reduce((sum, { amount }) => sum + amount, 0n);
  const spent = [paid, ...paid.further, ...(paid.change ? [paid.change] : [])];
  const fee = spent.reduce((left, { amount }) => left - amount, total);
  return fee < 0n ? null : { coins, ...paid, fee };
}

/** Returns the number of inputs of a PSBT; 0 if invalid. */
export function coinCountOf(bytes: string): number {
  return parsePsbt(bytes)?.inputsLength ?? 0;
}

/** Number of signatures requested in parallel; a KMS takes a while for each. Timeouts of callers depend on it. */
export const signatureBatchSize = 10;

/** Digest of one input, and the key that signs it. */
export interface CoinDigest {
  readonly key: KeyRef;
  readonly digest: Uint8Array;
}

/** Returns the digests of all inputs. */
export function digestsOf(bytes: string, keys: UtxoPublicKeys): CoinDigest[] {
  const { payment, transaction } = parsePayment(bytes, keys);
  return payment.coins.map(({ key, amount }, index) => {
    const script = OutScript.encode({ type: 'pkh', hash: hash160(keys.publicKeyOf(key)) });
    const digest =
      keys.network.form === 'segwit'
        ? transaction.preimageWitnessV0(index, script, SigHash.ALL, amount)
        : legacyDigest(transaction, index, script);
    return { key, digest };
  });
}

/** What a signature of all inputs and outputs signs on chains without SegWit: the transaction with the spent script in its input's place. */
function legacyDigest(transaction: Transaction, at: number, script: Uint8Array): Uint8Array {
  const inputs = Array.from({ length: transaction.inputsLength }, (_, number) => {
    const { txid = new Uint8Array(), index = 0, sequence = replaceable } = transaction.getInput(number);
    return { txid, index, sequence, finalScriptSig: number === at ? script : new Uint8Array() };
  });
  const outputs = Array.from({ length: transaction.outputsLength }, (_, number) => {
    const { script: paid = new Uint8Array(), amount = 0n } = transaction.getOutput(number);
    return { script: paid, amount };
  });
  const { version, lockTime } = transaction;
  const bytes = RawTx.encode({ version, lockTime, segwitFlag: false, inputs, outputs });
  return sha256x2(bytes, Uint8Array.of(SigHash.ALL, 0, 0, 0));
}

/** Adds one signature for each of {@link digestsOf}; returns the broadcast form and the txid. */
export function withSignatures(
  bytes: string,
  keys: UtxoPublicKeys,
  signatures: readonly DigestSignature[],
): { raw: string; txid: string } {
  const { payment, transaction } = parsePayment(bytes, keys);
  for (const [index, { key }] of payment.coins.entries()) {
    const signature = signatures[index];
    if (!signature) throw new Error('a signature is missing');
    const signed = Uint8Array.from([...derOf(signature), SigHash.ALL]);
    transaction.updateInput(index, { partialSig: [[keys.publicKeyOf(key), signed]] }, true);
  }
  transaction.finalize();
  return { raw: transaction.hex, txid: transaction.id };
}

/** Signs all inputs with private keys. */
export function signUnsigned(
  bytes: string,
  publicKeys: UtxoPublicKeys,
  privateKeys: UtxoPrivateKeys,
): { raw: string; txid: string } {
  const digests = digestsOf(bytes, publicKeys);
  const signatures = digests.map(({ key, digest }) => signDigest(digest, privateKeys.keyOf(key)));
  return withSignatures(bytes, publicKeys, signatures);
}

function parsePayment(bytes: string, keys: UtxoPublicKeys): { payment: UnsignedPayment; transaction: Transaction } {
  const payment = readUnsigned(bytes, keys);
  const transaction = parsePsbt(bytes);
  if (!payment || !transaction) throw new Error('only payments are signed');
  return { payment, transaction };
}

/** Returns the inputs of a signed transaction, as `txid:vout`. */
export function inputsOfRaw(raw: string): string[] {
  const transaction = Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true });
  return Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index } = transaction.getInput(at);
    return `${hex.encode(txid ?? new Uint8Array())}:${index}`;
  });
}

/** A decoded signed transaction. */
export interface SignedUtxo {
  readonly txid: string;
  /** As `txid:vout`. */
  readonly inputs: readonly string[];
  readonly outputs: readonly { readonly script: string; readonly amount: bigint }[];
}

/** Decodes a signed transaction; null if invalid. */
export function readSignedUtxo(raw: string): SignedUtxo | null {
  try {
    const transaction = Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true });
    const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
      const { script, amount } = transaction.getOutput(at);
      return { script: hex.encode(script ?? new Uint8Array()), amount: amount ?? 0n };
    });
    return { txid: transaction.id, inputs: inputsOfRaw(raw), outputs };
  } catch {
    return null;
  }
}

function parsePsbt(bytes: string): Transaction | null {
  try {
    return Transaction.fromPSBT(hex.decode(bytes));
  } catch {
    return null;
  }
}

/** Null unless all inputs are the exchange's. */
function coinsOf(transaction: Transaction, keys: UtxoPublicKeys): UtxoCoin[] | null {
  const coins: UtxoCoin[] = [];
  for (let index = 0; index < transaction.inputsLength; index += 1) {
    const coin = coinAt(transaction, index, keys);
    if (!coin) return null;
    coins.push(coin);
  }
  return coins.length > 0 ? coins : null;
}

/** The outputs are the payments, and an optional last one the change; null otherwise. */
function paidBy(
  transaction: Transaction,
  keys: UtxoPublicKeys,
): Pick<UnsignedPayment, 'recipient' | 'amount' | 'further' | 'change'> | null {
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => outputAt(transaction, index, keys));
  const last = outputs.at(-1);
  const change = last?.key ? { key: last.key, amount: last.amount } : null;
  const paid: PaidOutput[] = [];
  for (const { script, amount, key } of change ? outputs.slice(0, -1) : outputs) {
    const recipient = addressOfScript(script, keys.network);
    if (key || recipient === null) return null;
    paid.push({ recipient, amount });
  }
  const [first, ...further] = paid;
  return first ? { ...first, further, change } : null;
}

/** Null unless the input is an unsigned coin of the exchange in the form of {@link unsignedOf}. */
function coinAt(transaction: Transaction, at: number, keys: UtxoPublicKeys): UtxoCoin | null {
  const { txid, index, sequence, witnessUtxo, nonWitnessUtxo, sighashType, bip32Derivation, ...rest } =
    transaction.getInput(at);
  const key = keyOf(bip32Derivation, keys);
  const isPlain = sighashType === undefined && Object.values(rest).every((value) => value === undefined);
  if (!txid || index === undefined || !key || sequence !== replaceable || !isPlain) return null;
  const name = hex.encode(txid);
  const isSegwit = keys.network.form === 'segwit';
  if (isSegwit ? nonWitnessUtxo !== undefined : witnessUtxo !== undefined) return null;
  const coin = isSegwit ? witnessUtxo : nonWitnessUtxo && outputOf(nonWitnessUtxo, name, index);
  if (!coin || hex.encode(coin.script) !== keys.scriptOf(key)) return null;
  return { txid: name, vout: index, amount: coin.amount, key };
}

type Source = Parameters<typeof RawTx.encode>[0];

/** An output of the transaction that has this txid; null if the bytes are another one's. */
function outputOf(source: Source, txid: string, index: number): { script: Uint8Array; amount: bigint } | null {
  // The txid covers no witnesses.
  const { id } = Transaction.fromRaw(RawTx.encode(source), unchecked);
  return id === txid ? (source.outputs[index] ?? null) : null;
}

/** For transactions of others, whatever they spend and pay. */
const unchecked = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true } as const;

function outputAt(
  transaction: Transaction,
  at: number,
  keys: UtxoPublicKeys,
): { script: string; amount: bigint; key: KeyRef | null } {
  const { script, amount, bip32Derivation } = transaction.getOutput(at);
  const written = hex.encode(script ?? new Uint8Array());
  const key = keyOf(bip32Derivation, keys);
  return { script: written, amount: amount ?? 0n, key: key && keys.scriptOf(key) === written ? key : null };
}

type Derivation = [Uint8Array, { fingerprint: number; path: number[] }];

function derivationOf(key: KeyRef, keys: UtxoPublicKeys): Derivation {
  return [keys.publicKeyOf(key), { fingerprint: keys.fingerprint, path: [key.branch, key.index] }];
}

/** Returns the claimed key; callers must verify it by the script. */
function keyOf(derivations: readonly Derivation[] | undefined, keys: UtxoPublicKeys): KeyRef | null {
  const [only, ...more] = derivations ?? [];
  const [branch, index, ...deeper] = only?.[1].path ?? [];
  if (more.length > 0 || deeper.length > 0 || index === undefined || index >= 2 ** 31) return null;
  const key = branch === 0 || branch === 1 ? ({ branch, index } as const) : null;
  return key && keys.has(key) ? key : null;
}
