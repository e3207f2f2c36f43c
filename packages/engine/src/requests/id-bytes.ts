import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';

const chunkBits = 16;
const chunkSize = 1 << chunkBits;

interface SavedChunks {
  readonly held: readonly number[];
  readonly spare: readonly number[];
  readonly current: number;
  readonly used: number;
}

interface Chunk {
  readonly bytes: Uint8Array;
  /** How many of its texts are still held. */
  held: number;
}

/**
 * Short ASCII texts in chunks of bytes, so that millions of remembered ids are no work for the garbage collector.
 * Texts are written one behind the other; a chunk whose texts are all released is written anew.
 */
export class IdBytes {
  private readonly chunks: Chunk[] = [{ bytes: new Uint8Array(chunkSize), held: 0 }];
  private readonly spare: number[] = [];
  private current = 0;
  private used = 0;

  /** Keeps a text of at most 64 ASCII characters; answers where. */
  put(text: string): number {
    if (this.used + text.length > chunkSize) this.startChunk();
    const chunk = this.chunkAt(this.current);
    for (let index = 0; index < text.length; index += 1) chunk.bytes[this.used + index] = text.charCodeAt(index);
    const at = (this.current << chunkBits) | this.used;
    this.used += text.length;
    chunk.held += 1;
    return at;
  }

  release(at: number): void {
    const index = at >>> chunkBits;
    const chunk = this.chunkAt(index);
    chunk.held -= 1;
    if (chunk.held === 0 && index !== this.current) this.spare.push(index);
  }

  equals(at: number, length: number, text: string): boolean {
    if (text.length !== length) return false;
    const { bytes } = this.chunkAt(at >>> chunkBits);
    const from = at & (chunkSize - 1);
    for (let index = 0; index < length; index += 1) {
      if (bytes[from + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  read(at: number, length: number): string {
    const { bytes } = this.chunkAt(at >>> chunkBits);
    const from = at & (chunkSize - 1);
    return String.fromCharCode(...bytes.subarray(from, from + length));
  }

  save(writer: SnapshotWriter): void {
    const { spare, current, used } = this;
    writer.json({ held: this.chunks.map(({ held }) => held), spare, current, used });
    for (const { bytes } of this.chunks) writer.numbers(bytes);
  }

  load(reader: SnapshotReader): void {
    const { held, spare, current, used } = reader.json() as SavedChunks;
    this.chunks.length = 0;
    for (const count of held) this.chunks.push({ bytes: reader.octets().slice(), held: count });
    this.spare.push(...spare);
    this.current = current;
    this.used = used;
  }

  private startChunk(): void {
    const finished = this.current;
    const spare = this.spare.pop();
    if (spare === undefined) {
      this.current = this.chunks.length;
      this.chunks.push({ bytes: new Uint8Array(chunkSize), held: 0 });
    } else {
      this.current = spare;
    }
    this.used = 0;
    if (this.chunkAt(finished).held === 0) this.spare.push(finished);
  }

  private chunkAt(index: number): Chunk {
    return this.chunks[index] as Chunk;
  }
}
