import { hash } from 'node:crypto';

/** Independent series per seed. */
export const seriesCount = 16;

/**
 * Standard normal numbers, one per series, that depend only on the seed and two indices, in any order of access. Without the seed they are
 * indistinguishable from chance, however many are known.
 */
export function normals(seed: string, level: number, index: number): Float64Array {
  const digest = hash('sha512', `${seed}/${level}/${index}`, 'buffer');
  const drawn = new Float64Array(seriesCount);
  for (let pair = 0; pair < seriesCount; pair += 2) {
    // Box–Muller: two uniform numbers give two normal ones. The first must not be 0.
    const radius = Math.sqrt(-2 * Math.log((digest.readUInt32LE(pair * 4) + 1) / 2 ** 32));
    const angle = (2 * Math.PI * digest.readUInt32LE(pair * 4 + 4)) / 2 ** 32;
    drawn[pair] = radius * Math.cos(angle);
    drawn[pair + 1] = radius * Math.sin(angle);
  }
  return drawn;
}

/** A sequence of numbers from 0 to 1, reproducible per seed (SFC32, seeded with 128 bits). */
export function seededRandom(seed: string): () => number {
  const digest = hash('sha256', seed, 'buffer');
  let [a, b, c, counter] = [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), 1];
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
}

/** A log-normal number with median 1 and standard deviation `spread` of its logarithm, as sizes of trades and orders are. */
export function logNormal(random: () => number, spread: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return Math.exp(spread * radius * Math.cos(2 * Math.PI * random()));
}
