import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { type EvmChainName, isEvmChain, isUtxoChain } from '@fft/chains';
import { evmBudgetUse } from './evm-policy.ts';
import type { AttestationRecord, EvmRecord, SigningRecord, UtxoRecord } from './signing-record.ts';
import { type SigningHistory, IndexedHistory } from './signing-history.ts';
import { IndexedSolanaHistory, type SolanaHistory } from './solana-history.ts';
import { solanaBudgetUse } from './solana-policy.ts';
import { type UtxoHistory, IndexedUtxoHistory } from './utxo-history.ts';
import { utxoBudgetUse } from './utxo-policy.ts';

/** A withdrawal returned to review, with the number of that decision. */
interface RevocationLine {
  readonly sentBack: number;
  readonly number: number;
}

type LogLine = SigningRecord | RevocationLine | AttestationRecord;

/** Append-only file of signed transactions, returns to review and statements about reserves. Each line is synced to disk before the signature leaves the process. */
export class SigningLog {
  readonly #file: number;
  readonly #sentBack = new Map<number, number>();
  /** The last statement of each address. */
  readonly #attested = new Map<string, AttestationRecord['attested']>();
  readonly #evm = new Map<EvmChainName, IndexedHistory<EvmRecord>>();
  readonly #solana = new IndexedSolanaHistory(solanaBudgetUse);
  readonly #utxo: Readonly<Record<UtxoRecord['chain'], IndexedUtxoHistory>> = {
    BTC: new IndexedUtxoHistory(utxoBudgetUse),
    LTC: new IndexedUtxoHistory(utxoBudgetUse),
    DOGE: new IndexedUtxoHistory(utxoBudgetUse),
  };

  constructor(path: string) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // A line cut short by a crash was never answered.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n')) if (line !== '') this.#know(read(line));
    if (text.length > whole.length) truncateSync(path, Buffer.byteLength(whole));
    this.#file = openSync(path, 'a', 0o600);
  }

  evm(chain: EvmChainName): SigningHistory<EvmRecord> {
    return this.#evmOf(chain);
  }

  get solana(): SolanaHistory {
    return this.#solana;
  }

  utxo(chain: UtxoRecord['chain']): UtxoHistory {
    return this.#utxo[chain];
  }

  /** Returns the number of the decision that last returned a withdrawal to review; 0 if there is none. */
  sentBack(reference: number): number {
    return this.#sentBack.get(reference) ?? 0;
  }

  add(signed: SigningRecord): void {
    this.#append(signed);
  }

  /** Keeps only the highest number of a withdrawal. */
  addRevocation(reference: number, number: number): void {
    if (number > this.sentBack(reference)) this.#append({ sentBack: reference, number });
  }

  /** The last statement of an address about its reserves; null if there is none. */
  attested(chain: string, address: string): AttestationRecord['attested'] | null {
    return this.#attested.get(`${chain} ${address}`) ?? null;
  }

  addAttestation(attested: AttestationRecord['attested']): void {
    this.#append({ attested });
  }

  close(): void {
    closeSync(this.#file);
  }

  #append(line: LogLine): void {
    appendFileSync(this.#file, `${write(line)}\n`);
    fsyncSync(this.#file);
    this.#know(line);
  }

  #know(signed: LogLine): void {
    if ('attested' in signed) {
      this.#attested.set(`${signed.attested.chain} ${signed.attested.address}`, signed.attested);
      return;
    }
    if ('sentBack' in signed) {
      this.#sentBack.set(signed.sentBack, Math.max(signed.number, this.sentBack(signed.sentBack)));
      return;
    }
    if (isOfEvm(signed)) this.#evmOf(signed.chain).add(signed);
    else if (signed.chain === 'SOL') this.#solana.add(signed);
    // Lines of chains that the signer doesn't have stay in the file.
    else if (isUtxoChain(signed.chain)) this.#utxo[signed.chain].add(signed);
  }

  #evmOf(chain: EvmChainName): IndexedHistory<EvmRecord> {
    const known = this.#evm.get(chain) ?? new IndexedHistory<EvmRecord>(evmBudgetUse);
    this.#evm.set(chain, known);
    return known;
  }
}

function isOfEvm(signed: SigningRecord): signed is EvmRecord {
  return isEvmChain(signed.chain);
}

/** Writes amounts as strings, because JSON numbers lose precision. */
function write(signed: LogLine): string {
  return JSON.stringify(signed, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function read(line: string): LogLine {
  const parsed = JSON.parse(line, (key, value: unknown) =>
    (key === 'amount' || key === 'fee') && typeof value === 'string' ? BigInt(value) : value,
  ) as LogLine;
  if ('sentBack' in parsed || 'attested' in parsed) return parsed;
  // Early log lines name no chain: they are from Ethereum.
  return 'chain' in parsed ? parsed : { chain: 'ETH', ...(parsed as Omit<EvmRecord, 'chain'>) };
}
