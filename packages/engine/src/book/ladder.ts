import { assert } from '@fft/decimal';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from '../store/records.ts';

const blockSize = 64;
/** Ladders with at most this many levels are searched without a cache. */
const maxUncachedLevels = 4;
const recentKeys = 64;

/** A run of neighbouring levels, worst first. */
class Block {
  readonly keys = new Float64Array(blockSize);
  readonly levels = new Int32Array(blockSize);
  count = 0;

  keyAt(index: number): number {
    return this.keys[index] as number;
  }

  levelAt(index: number): number {
    return this.levels[index] as number;
  }

  /** The number of keys smaller than `key`. */
  rankOf(key: number): number {
    // Most orders arrive near the best price, which is last.
    if (this.count > 0 && this.keyAt(this.count - 1) < key) return this.count;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insertAt(index: number, key: number, level: number): void {
    for (let at = this.count; at > index; at -= 1) {
      this.keys[at] = this.keyAt(at - 1);
      this.levels[at] = this.levelAt(at - 1);
    }
    this.keys[index] = key;
    this.levels[index] = level;
    this.count += 1;
  }

  removeAt(index: number): void {
    this.count -= 1;
    for (let at = index; at < this.count; at += 1) {
      this.keys[at] = this.keyAt(at + 1);
      this.levels[at] = this.levelAt(at + 1);
    }
  }

  /** Moves the better half into a new block. */
  split(): Block {
    const better = new Block();
    const kept = this.count >>> 1;
    better.keys.set(this.keys.subarray(kept, this.count));
    better.levels.set(this.levels.subarray(kept, this.count));
    better.count = this.count - kept;
    this.count = kept;
    return better;
  }

  append(better: Block): void {
    this.keys.set(better.keys.subarray(0, better.count), this.count);
    this.levels.set(better.levels.subarray(0, better.count), this.count);
    this.count += better.count;
  }
}

/**
 * The levels of one side, sorted so that the best is last. A key is the price for bids and the negated price for asks, so a greater key
 * is always better. Levels are kept in blocks, so a new level costs the same in a book of ten levels and in one of a million.
 */
export class Ladder {
  private readonly blocks: Block[] = [new Block()];
  private last = this.blockAt(0);
  /** A cache of keys and their levels, by the key's low bits. Most searches hit it. Unused entries are NaN. */
  private recent: { readonly keys: Float64Array; readonly levels: Int32Array } | null = null;
  count = 0;

  /** The best level, or `none`. */
  best(): number {
    return this.last.count === 0 ? none : this.last.levelAt(this.last.count - 1);
  }

  bestKey(): number {
    assert(this.last.count > 0, 'an empty side has no best price');
    return this.last.keyAt(this.last.count - 1);
  }

  find(key: number): number {
    const { recent } = this;
    const place = key & (recentKeys - 1);
    if (recent !== null && recent.keys[place] === key) return recent.levels[place] as number;
    const level = this.search(key);
    if (level !== none && this.count > maxUncachedLevels) this.note(key, level);
    return level;
  }

  private search(key: number): number {
    const block = this.blockAt(this.blockIndexOf(key));
    const index = block.rankOf(key);
    return index < block.count && block.keyAt(index) === key ? block.levelAt(index) : none;
  }

  insert(key: number, level: number): void {
    const blockIndex = this.blockIndexOf(key);
    let block = this.blockAt(blockIndex);
    if (block.count === blockSize) {
      const better = block.split();
      this.blocks.splice(blockIndex + 1, 0, better);
      this.last = this.blockAt(this.blocks.length - 1);
      if (key > better.keyAt(0)) block = better;
    }
    block.insertAt(block.rankOf(key), key, level);
    this.count += 1;
  }

  remove(key: number): void {
    const blockIndex = this.blockIndexOf(key);
    const block = this.blockAt(blockIndex);
    const index = block.rankOf(key);
    assert(index < block.count && block.keyAt(index) === key, 'removed level is not on the ladder');
    block.removeAt(index);
    this.count -= 1;
    if (this.recent?.keys[key & (recentKeys - 1)] === key) this.recent.keys[key & (recentKeys - 1)] = NaN;
    if (blockIndex > 0 && block.count < blockSize / 4) this.mergeInto(blockIndex - 1);
    else if (block.count === 0 && this.blocks.length > 1) this.blocks.shift();
  }

  /** The level after that of `key`, or `none`. */
  nextWorse(key: number): number {
    const blockIndex = this.blockIndexOf(key);
    const block = this.blockAt(blockIndex);
    const index = block.rankOf(key) - 1;
    if (index >= 0) return block.levelAt(index);
    if (blockIndex === 0) return none;
    const worse = this.blockAt(blockIndex - 1);
    return worse.levelAt(worse.count - 1);
  }

  /** The level of `key`, else the next worse one, or `none`. */
  atOrWorse(key: number): number {
    const level = this.search(key);
    return level === none ? this.nextWorse(key) : level;
  }

  /** The level of `key`, else the next better one, or `none`. */
  atOrBetter(key: number): number {
    const blockIndex = this.blockIndexOf(key);
    const block = this.blockAt(blockIndex);
    const index = block.rankOf(key);
    if (index < block.count) return block.levelAt(index);
    const better = this.blocks[blockIndex + 1];
    return better === undefined ? none : better.levelAt(0);
  }

  /** All levels, best first. The ladder must not change during the iteration. */
  *bestFirst(): Generator<number> {
    for (let blockIndex = this.blocks.length - 1; blockIndex >= 0; blockIndex -= 1) {
      const block = this.blockAt(blockIndex);
      for (let index = block.count - 1; index >= 0; index -= 1) yield block.levelAt(index);
    }
  }

  save(writer: SnapshotWriter): void {
    const keys = new Float64Array(this.count);
    const levels = new Int32Array(this.count);
    let at = 0;
    for (const block of this.blocks) {
      keys.set(block.keys.subarray(0, block.count), at);
      levels.set(block.levels.subarray(0, block.count), at);
      at += block.count;
    }
    writer.numbers(keys);
    writer.numbers(levels);
  }

  /** Loads into an empty ladder. */
  load(reader: SnapshotReader): void {
    const keys = reader.doubles();
    const levels = reader.integers();
    keys.forEach((key, index) => this.insert(key, levels[index] as number));
  }

  private note(key: number, level: number): void {
    this.recent ??= { keys: new Float64Array(recentKeys).fill(NaN), levels: new Int32Array(recentKeys) };
    this.recent.keys[key & (recentKeys - 1)] = key;
    this.recent.levels[key & (recentKeys - 1)] = level;
  }

  /** Merges a block with its successor if enough room stays free. Only a sole block may be empty. */
  private mergeInto(blockIndex: number): void {
    const block = this.blockAt(blockIndex);
    const better = this.blockAt(blockIndex + 1);
    if (block.count + better.count > (blockSize * 3) / 4 && better.count > 0) return;
    block.append(better);
    this.blocks.splice(blockIndex + 1, 1);
    this.last = this.blockAt(this.blocks.length - 1);
  }

  /** The block that has, or would have, the key: the last one that starts at or below it. */
  private blockIndexOf(key: number): number {
    let low = 0;
    let high = this.blocks.length - 1;
    if (high === 0 || this.last.keyAt(0) <= key) return high;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.blockAt(middle).keyAt(0) <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private blockAt(index: number): Block {
    return this.blocks[index] as Block;
  }
}
