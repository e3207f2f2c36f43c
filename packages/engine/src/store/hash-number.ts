/** Hashes a safe integer and a small one into 32 well-spread bits. */
export function hashNumbers(large: number, fields: number): number {
  let hash = (large | 0) ^ Math.imul((large / 4294967296) | 0, 0x9e3779b1);
  hash = Math.imul(hash ^ Math.imul(fields + 1, 0x85ebca6b), 0xc2b2ae35);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x27d4eb2f);
  return hash ^ (hash >>> 13);
}
