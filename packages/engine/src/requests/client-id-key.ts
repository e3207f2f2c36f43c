import { firstCustomer, type OwnerId } from '../command.ts';

const maxLength = 64;

/** By character code: 1 if an id may contain it. */
const allowed = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:/-') {
  allowed[character.charCodeAt(0)] = 1;
}

function isAllowed(code: number): number {
  return code < 128 ? (allowed[code] as number) : 0;
}

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x01000193);
  return product ^ (product >>> 15);
}

/**
 * A client's id in a form for lookups: its characters as words of four, and a hash. Reused for each command, so no strings are compared or
 * kept.
 */
export class ClientIdKey {
  owner: OwnerId = 0;
  kind = 0;
  /** In characters, then in words of four. */
  length = 0;
  wordCount = 0;
  /** 32 bits. Without the seed, clients can't construct ids that collide. */
  hash = 0;
  /** The characters; the last word is padded with zeros. */
  readonly words = new Int32Array(maxLength / 4);

  seed: number;

  constructor(seed: number) {
    this.seed = seed | 0;
  }

  /** Reads an id of one kind. Returns false if `owner` is no customer or `id` isn't 1 to 64 of `[A-Za-z0-9_.:/-]`. */
  read(owner: OwnerId, kind: number, id: unknown): boolean {
    if (typeof id !== 'string' || !Number.isSafeInteger(owner) || owner < firstCustomer) return false;
    if (id.length === 0 || id.length > maxLength) return false;
    this.owner = owner;
    this.kind = kind;
    this.length = id.length;
    this.wordCount = (id.length + 3) >> 2;
    return this.readWords(id, Math.imul((owner | 0) + kind, 0x9e3779b1) ^ (owner / 4294967296) ^ this.seed);
  }

  private readWords(id: string, start: number): boolean {
    const { words } = this;
    const { length } = id;
    let hash = start ^ length;
    let isId = 1;
    let from = 0;
    for (; from + 4 <= length; from += 4) {
      const first = id.charCodeAt(from);
      const second = id.charCodeAt(from + 1);
      const third = id.charCodeAt(from + 2);
      const fourth = id.charCodeAt(from + 3);
      isId &= isAllowed(first) & isAllowed(second) & isAllowed(third) & isAllowed(fourth);
      const word = first | (second << 8) | (third << 16) | (fourth << 24);
      words[from >> 2] = word;
      hash = mixed(hash, word);
    }
    if (from < length) {
      let word = 0;
      for (let index = from; index < length; index += 1) {
        const code = id.charCodeAt(index);
        isId &= isAllowed(code);
        word |= code << ((index & 3) << 3);
      }
      words[from >> 2] = word;
      hash = mixed(hash, word);
    }
    // Consecutive ids differ only in their last characters, so spread the hash.
    hash = Math.imul(hash, 0x2c1b3c6d);
    this.hash = hash ^ (hash >>> 13);
    return isId === 1;
  }
}
