import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Memory } from '../store/memory.ts';
import type { AskedId } from './asked-id.ts';

const chunkBits = 14;
const chunkWords = 1 << chunkBits;

interface SavedChunks {
  readonly held: readonly number[];
  readonly spare: readonly number[];
  readonly current: number;
  readonly used: number;
}

/**
 * The texts of remembered ids, in words of four characters. They are written one behind the other into chunks; a chunk whose texts are all
 * released is written anew.
 */
export class IdTexts {
  private readonly memory = new Memory(chunkWords * 4);
  private words = new Int32Array(this.memory.buffer);
  /** By chunk: how many of its texts are still held. */
  private readonly held: number[] = [0];
  private readonly spare: number[] = [];
  private current = 0;
  /** Words of the current chunk. */
  private used = 0;

  /** Keeps an id's text; answers where. */
  put(id: AskedId): number {
    const count = wordsOf(id.length);
    if (this.used + count > chunkWords) this.startChunk();
    const at = this.current * chunkWords + this.used;
    for (let index = 0; index < count; index += 1) this.words[at + index] = id.words[index] as number;
    this.hold(count);
    return at;
  }

  /** Writes a text of so many characters anew, and releases it where it was; answers where it is now. */
  move(from: number, length: number): number {
    const count = wordsOf(length);
    if (this.used + count > chunkWords) this.startChunk();
    const at = this.current * chunkWords + this.used;
    this.words.copyWithin(at, from, from + count);
    this.hold(count);
    this.release(from);
    return at;
  }

  release(at: number): void {
    const chunk = at >>> chunkBits;
    const held = (this.held[chunk] as number) - 1;
    this.held[chunk] = held;
    if (held === 0 && chunk !== this.current) this.spare.push(chunk);
  }

  /** Whether the text is the id's; their lengths are the same. */
  equals(at: number, id: AskedId): boolean {
    const { words } = this;
    const count = wordsOf(id.length);
    for (let index = 0; index < count; index += 1) {
      if (words[at + index] !== id.words[index]) return false;
    }
    return true;
  }

  read(at: number, length: number): string {
    return String.fromCharCode(...new Uint8Array(this.memory.buffer, at * 4, length));
  }

  save(writer: SnapshotWriter): void {
    const { held, spare, current, used } = this;
    writer.json({ held, spare, current, used });
    writer.numbers(this.words.subarray(0, held.length * chunkWords));
  }

  /** Into an empty store. */
  load(reader: SnapshotReader): void {
    const { held, spare, current, used } = reader.json() as SavedChunks;
    this.held.length = 0;
    for (const count of held) this.addChunk(count);
    this.words.set(reader.integers());
    this.spare.push(...spare);
    this.current = current;
    this.used = used;
  }

  private hold(count: number): void {
    this.used += count;
    this.held[this.current] = (this.held[this.current] as number) + 1;
  }

  private startChunk(): void {
    const finished = this.current;
    this.current = this.spare.pop() ?? this.addChunk(0);
    this.used = 0;
    if (this.held[finished] === 0) this.spare.push(finished);
  }

  private addChunk(held: number): number {
    this.held.push(held);
    this.memory.grow(this.held.length * chunkWords * 4);
    const { buffer } = this.memory;
    this.words = new Int32Array(buffer, 0, buffer.byteLength >> 2);
    return this.held.length - 1;
  }
}

/** Of a text of so many characters. */
function wordsOf(length: number): number {
  return (length + 3) >> 2;
}
