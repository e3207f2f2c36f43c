import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs';
import type { Signed } from './policy.ts';

/** What was signed, in a file of its own: a line each, on the disk before the signature is given away. */
export class SigningMemory {
  readonly #file: number;
  readonly #signed: Signed[];

  constructor(path: string) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // A line that a crash cut short was never answered.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#signed = whole.split('\n').filter(Boolean).map(read);
    if (text.length > whole.length) truncateSync(path, Buffer.byteLength(whole));
    this.#file = openSync(path, 'a', 0o600);
  }

  get all(): readonly Signed[] {
    return this.#signed;
  }

  add(signed: Signed): void {
    appendFileSync(this.#file, `${write(signed)}\n`);
    fsyncSync(this.#file);
    this.#signed.push(signed);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function write({ payment, ...rest }: Signed): string {
  return JSON.stringify({ ...rest, payment: { ...payment, amount: String(payment.amount) } });
}

function read(line: string): Signed {
  // Amounts are text there: JSON has no numbers as large.
  const { payment, ...rest } = JSON.parse(line) as Omit<Signed, 'payment'> & { readonly payment: Written };
  return { ...rest, payment: { ...payment, amount: BigInt(payment.amount) } };
}

type Written = Omit<Signed['payment'], 'amount'> & { readonly amount: string };
