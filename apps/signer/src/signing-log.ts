import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { evmCharge } from './evm-policy.ts';
import type { EvmSigned, Signed, TronSigned, UtxoSigned } from './signed.ts';
import { type SignedBefore, SignedLog } from './signed-log.ts';
import { tronCharge } from './tron-policy.ts';
import { type UtxoBefore, UtxoLog } from './utxo-log.ts';
import { utxoCharge } from './utxo-policy.ts';

/** A withdrawal that went back to people, with the number of the decision that says so. */
interface SentBackLine {
  readonly sentBack: number;
  readonly number: number;
}

/** What was signed, and what went back, in a file of its own: a line each, on the disk before the signature is given away. */
export class SigningLog {
  readonly #file: number;
  readonly #sentBack = new Map<number, number>();
  readonly #evm = new SignedLog<EvmSigned>(evmCharge);
  readonly #tron = new SignedLog<TronSigned>(tronCharge);
  readonly #utxo: Readonly<Record<UtxoSigned['chain'], UtxoLog>> = {
    BTC: new UtxoLog(utxoCharge),
    LTC: new UtxoLog(utxoCharge),
  };

  constructor(path: string) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // A line that a crash cut short was never answered.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n')) if (line !== '') this.#know(read(line));
    if (text.length > whole.length) truncateSync(path, Buffer.byteLength(whole));
    this.#file = openSync(path, 'a', 0o600);
  }

  get evm(): SignedBefore<EvmSigned> {
    return this.#evm;
  }

  get tron(): SignedBefore<TronSigned> {
    return this.#tron;
  }

  utxo(chain: UtxoSigned['chain']): UtxoBefore {
    return this.#utxo[chain];
  }

  /** The number of the decision that a withdrawal last went back with; 0 where it never did. */
  sentBack(reference: number): number {
    return this.#sentBack.get(reference) ?? 0;
  }

  add(signed: Signed): void {
    this.#append(signed);
  }

  /** Of one that went back several times the last is known. */
  addSentBack(reference: number, number: number): void {
    if (number > this.sentBack(reference)) this.#append({ sentBack: reference, number });
  }

  close(): void {
    closeSync(this.#file);
  }

  #append(line: Signed | SentBackLine): void {
    appendFileSync(this.#file, `${write(line)}\n`);
    fsyncSync(this.#file);
    this.#know(line);
  }

  #know(signed: Signed | SentBackLine): void {
    if ('sentBack' in signed) {
      this.#sentBack.set(signed.sentBack, Math.max(signed.number, this.sentBack(signed.sentBack)));
      return;
    }
    if (signed.chain === 'ETH') this.#evm.add(signed);
    else if (signed.chain === 'TRX') this.#tron.add(signed);
    else this.#utxo[signed.chain].add(signed);
  }
}

/** Amounts are text there: JSON has no numbers as large. */
function write(signed: Signed | SentBackLine): string {
  return JSON.stringify(signed, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function read(line: string): Signed | SentBackLine {
  const parsed = JSON.parse(line, (key, value: unknown) =>
    (key === 'amount' || key === 'fee') && typeof value === 'string' ? BigInt(value) : value,
  ) as Signed | SentBackLine;
  if ('sentBack' in parsed) return parsed;
  // The first signers knew one chain, and didn't name it.
  return 'chain' in parsed ? parsed : { chain: 'ETH', ...(parsed as Omit<EvmSigned, 'chain'>) };
}
