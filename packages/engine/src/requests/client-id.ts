import type { OwnerId } from '../command.ts';
import { isCustomer } from '../rules/form.ts';

const lengthMax = 64;

/** By character code: whether an id may hold it. */
const allowed = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-') {
  allowed[character.charCodeAt(0)] = 1;
}

/** Stands for the hash of what is no id. */
export const noHash = -1;

/**
 * A hash (0 to 2^31 − 1) of an owner's id among the requests of one kind, or {@link noHash} where `owner` is no customer or `id`
 * isn't 1 to 64 of `[A-Za-z0-9_-]`: form and hash in one pass, since every order needs both. Who doesn't
 * know the seed can't send ids that all fall together.
 */
export function hashClientId(owner: OwnerId, kind: number, id: unknown, seed: number): number {
  if (typeof id !== 'string' || !isCustomer(owner)) return noHash;
  const { length } = id;
  if (length === 0 || length > lengthMax) return noHash;
  let hash = Math.imul((owner | 0) + kind, 0x9e3779b1) ^ Math.floor(owner / 4294967296) ^ seed;
  for (let index = 0; index < length; index += 1) {
    const code = id.charCodeAt(index);
    if (code > 127 || allowed[code] !== 1) return noHash;
    hash = Math.imul(hash ^ code, 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash & 0x7fffffff;
}
