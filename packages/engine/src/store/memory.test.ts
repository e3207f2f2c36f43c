import { expect, test } from 'vitest';
import { Memory } from './memory.ts';

test('keeps its content when it grows, small or large, and new memory is zero', () => {
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

test('a large memory grows in place: older views stay valid', () => {
  const memory = new Memory(64);
  memory.grow(1_000_000);
  const before = new Int32Array(memory.buffer, 0, 4);
  memory.grow(50_000_000);
  before[3] = 77;
  expect(new Int32Array(memory.buffer)[3]).toBe(77);
});

test('a small memory doubles, a large one grows by a thirty-second, in whole steps', () => {
  const memory = new Memory(64);
  const sizes = [64, 65, 128, 129, 100_000, 200_000, 262_144].map((bytes) => {
    memory.grow(bytes);
    return memory.buffer.byteLength;
  });
  expect(sizes).toEqual([64, 128, 128, 256, 100_000, 200_000, 400_000]);
  const large = [1_000_000, 1_048_576, 1_048_577, 10_000_000, 10_027_009].map((bytes) => {
    memory.grow(bytes);
    return memory.buffer.byteLength;
  });
  expect(large).toEqual([1_048_576, 1_048_576, 1_114_112, 10_027_008, 10_354_688]);
});
