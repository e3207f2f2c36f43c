import { normals, seriesCount } from './chance.ts';

/** Below 2^-levels of a block (one second) a path is a straight line. */
const levels = 27;
const blockSeconds = 2 ** levels;

interface Node {
  readonly index: number;
  readonly normals: Float64Array;
}

/**
 * Brownian motions, one per series, with random access to any moment by Lévy's construction: each level adds tents of half the width between
 * the points of the level above. The variance grows by 1 per second. The past of a Brownian motion does not predict its future, so it is
 * safe to quote from.
 */
export class BrownianPaths {
  readonly #seed: string;
  /** The last node used per level, as most queries are close to each other in time. */
  readonly #nodes: (Node | undefined)[] = [];

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** The value of each path after `seconds`; 0 at the start. */
  at(seconds: number): Float64Array {
    const block = Math.floor(seconds / blockSeconds);
    const within = seconds / blockSeconds - block;
    const values = new Float64Array(seriesCount);
    for (let before = 0; before < block; before += 1) addScaled(values, this.#node(0, before), Math.sqrt(blockSeconds));
    addScaled(values, this.#node(0, block), within * Math.sqrt(blockSeconds));
    for (let level = 1; level <= levels; level += 1) {
      const intervals = 2 ** (level - 1);
      const index = Math.floor(within * intervals);
      const tent = 1 - Math.abs(2 * (within * intervals - index) - 1);
      addScaled(values, this.#node(level, block * intervals + index), (tent * Math.sqrt(blockSeconds / intervals)) / 2);
    }
    return values;
  }

  #node(level: number, index: number): Float64Array {
    const kept = this.#nodes[level];
    if (kept?.index === index) return kept.normals;
    const node = { index, normals: normals(this.#seed, level, index) };
    this.#nodes[level] = node;
    return node.normals;
  }
}

function addScaled(values: Float64Array, added: Float64Array, scale: number): void {
  for (let series = 0; series < seriesCount; series += 1) {
    values[series] = (values[series] ?? 0) + (added[series] ?? 0) * scale;
  }
}
