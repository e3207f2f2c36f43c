import { normals, seriesCount } from './chance.ts';

/** A path is a straight line below 2^-levels of a block: one second. */
const levels = 27;
const blockSeconds = 2 ** levels;

interface Node {
  readonly index: number;
  readonly normals: Float64Array;
}

/**
 * Brownian motions, one for each series, that can be asked for at any moment without walking there: Lévy's construction, in which every
 * level adds half as long tents between the points of the one before. The variance grows by 1 a second. A Brownian motion's past tells
 * nothing of where it goes next: that is what makes it fit to quote from.
 */
export class BrownianPaths {
  readonly #seed: string;
  /** The node of each level that was asked for last: most questions are about moments close to each other. */
  readonly #nodes: (Node | undefined)[] = [];

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Where each path stands after `seconds`, from 0. */
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
