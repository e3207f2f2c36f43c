import { expect, test } from 'vitest';
import { Memory } from './memory.ts';

test('keeps what it holds while it grows, small or large, and is zero behind it', () => {
  const memory = new Memory(64);
  for (let bytes = 64; bytes < 5_000_000; bytes = Math.ceil(bytes * 1.7)) {
    memory.grow(bytes);
    const { buffer } = memory;
    expect(buffer.byteLength).toBeGreaterThanOrEqual(bytes);
    const words = new Uint8Array(buffer);
    const used = words.findLastIndex((byte) => byte !== 0) + 1;
    expect(words.subarray(0, used).every((byte) => byte === 1)).toBe(true);
    words.fill(1, used, bytes);
  }
});

test('a large one grows where it lies: what was seen of it stays its own', () => {
  const memory = new Memory(64);
  memory.grow(1_000_000);
  const before = new Int32Array(memory.buffer, 0, 4);
  memory.grow(50_000_000);
  before[3] = 77;
  expect(new Int32Array(memory.buffer)[3]).toBe(77);
});
