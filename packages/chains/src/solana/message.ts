import { concatBytes } from '@noble/hashes/utils.js';
import { bytesOf, solanaAddress } from './address.ts';

/** An account that an instruction uses. */
export interface AccountUse {
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

export interface Instruction {
  readonly program: string;
  readonly accounts: readonly AccountUse[];
  readonly data: Uint8Array;
}

/** A message of the legacy form: all its accounts are in its bytes. Messages with a version look some up in tables, and are not read. */
export interface SolanaMessage {
  readonly feePayer: string;
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
}

/** Encodes a message: the fee payer first, then signers before others, and writable accounts before those that are only read. */
export function encodeMessage({ feePayer, blockhash, instructions }: SolanaMessage): Uint8Array {
  const uses = new Map<string, { isSigner: boolean; isWritable: boolean }>([
    [feePayer, { isSigner: true, isWritable: true }],
  ]);
  for (const { program, accounts } of instructions) {
    for (const { address, isSigner, isWritable } of [
      ...accounts,
      { address: program, isSigner: false, isWritable: false },
    ]) {
      const known = uses.get(address);
      uses.set(address, {
        isSigner: isSigner || known?.isSigner === true,
        isWritable: isWritable || known?.isWritable === true,
      });
    }
  }
  const [first, ...others] = [...uses];
  const sorted = [...(first ? [first] : []), ...others.toSorted(([, one], [, other]) => rank(one) - rank(other))];
  const place = new Map(sorted.map(([address], index) => [address, index]));
  const count = (one: number): number => sorted.filter(([, use]) => rank(use) === one).length;
  const placeOf = (address: string): number => place.get(address) ?? 0;
  return concatBytes(
    Uint8Array.of(count(0) + count(1), count(1), count(3)),
    compactLength(sorted.length),
    ...sorted.map(([address]) => bytesOf(address)),
    bytesOf(blockhash),
    compactLength(instructions.length),
    ...instructions.map(({ program, accounts, data }) =>
      concatBytes(
        Uint8Array.of(placeOf(program)),
        compactLength(accounts.length),
        Uint8Array.from(accounts, ({ address }) => placeOf(address)),
        compactLength(data.length),
        data,
      ),
    ),
  );
}

/** Signers before others, and writable accounts before those that are only read. */
function rank({ isSigner, isWritable }: { readonly isSigner: boolean; readonly isWritable: boolean }): number {
  return (isSigner ? 0 : 2) + (isWritable ? 0 : 1);
}

/** Decodes a message; null unless every byte of it is read. Versioned messages are not accepted. */
export function decodeMessage(bytes: Uint8Array): SolanaMessage | null {
  try {
    const read = new Reader(bytes);
    const [signers, readOnlySigners, readOnlyOthers] = [read.byte(), read.byte(), read.byte()];
    if (signers >= 128) return null;
    const addresses = Array.from({ length: read.length() }, () => solanaAddress(read.bytes(32)));
    const blockhash = solanaAddress(read.bytes(32));
    const accountAt = (index: number): AccountUse => {
      const address = addresses[index];
      if (address === undefined) throw new Error('no such account');
      const isSigner = index < signers;
      const end = isSigner ? signers - readOnlySigners : addresses.length - readOnlyOthers;
      return { address, isSigner, isWritable: index < end };
    };
    const instructions = Array.from({ length: read.length() }, (): Instruction => {
      const { address: program } = accountAt(read.byte());
      const accounts = Array.from({ length: read.length() }, () => accountAt(read.byte()));
      return { program, accounts, data: read.bytes(read.length()) };
    });
    const { address: feePayer } = accountAt(0);
    return read.isAtEnd ? { feePayer, blockhash, instructions } : null;
  } catch {
    return null;
  }
}

/** Encodes a length in one to three bytes. */
export function compactLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>= 7;
  }
  return Uint8Array.of(...bytes, rest);
}

/** Reads bytes in order. Every method throws beyond the end. */
export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    return this.bytes(1)[0] ?? 0;
  }

  bytes(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new Error('the message is cut short');
    const part = this.#bytes.slice(this.#at, end);
    this.#at = end;
    return part;
  }

  rest(): Uint8Array {
    return this.bytes(this.#bytes.length - this.#at);
  }

  /** A length in its shortest form. */
  length(): number {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) {
        if (byte === 0 && shift > 0) throw new Error('a length is not in its shortest form');
        return value;
      }
      shift += 7;
      if (shift > 14) throw new Error('a length is too long');
    }
  }
}
