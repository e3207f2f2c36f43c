import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotUnreadable, SnapshotWriter } from './sections.ts';

function written(): SnapshotWriter {
  const writer = new SnapshotWriter();
  writer.numbers(Float64Array.of(0.5, -1));
  // Lengths that aren't multiples of eight, and a view into the middle of a buffer.
  writer.numbers(Int32Array.of(1, 2, 3, 4).subarray(1));
  writer.json({ ä: ['€', null] });
  writer.numbers(new Uint8Array());
  writer.numbers(Uint8Array.of(7, 8, 9));
  return writer;
}

test('sections are read as they were written, in order', () => {
  const reader = new SnapshotReader(written().finish());
  expect(reader.doubles()).toEqual(Float64Array.of(0.5, -1));
  expect(() => reader.finish()).toThrow('unread sections');
  expect(reader.integers()).toEqual(Int32Array.of(2, 3, 4));
  expect(reader.json()).toEqual({ ä: ['€', null] });
  expect(reader.octets()).toEqual(new Uint8Array());
  expect(reader.octets()).toEqual(Uint8Array.of(7, 8, 9));
  reader.finish();
});

test('a reader copies its bytes, however they are aligned', () => {
  const bytes = written().finish();
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  const reader = new SnapshotReader(shifted.subarray(1));
  shifted.fill(0);
  expect(reader.doubles()).toEqual(Float64Array.of(0.5, -1));
});

/** A snapshot with one byte changed. */
function changed(at: number): Uint8Array {
  const bytes = written().finish();
  bytes[at] = (bytes[at] as number) ^ 0x80;
  return bytes;
}

const all = written().finish();

test.each([
  ['nothing', new Uint8Array(), 'the snapshot is truncated'],
  ['less than its header', all.slice(0, 8), 'the snapshot is truncated'],
  ['one byte less', all.slice(0, -1), 'the snapshot is truncated'],
  ['one byte more', Uint8Array.of(...all, 0), 'the snapshot is truncated'],
  ['another magic', changed(0), 'this is not an engine snapshot'],
  ['another format', changed(4), 'the snapshot has format 140, and this version of FFT reads format 12'],
  ['another checksum', changed(8), 'the snapshot is corrupt'],
  ['its header alone', all.slice(0, 16), 'the snapshot is corrupt'],
  ['a whole section less', all.slice(0, -16), 'the snapshot is corrupt'],
  ['a whole section more', Uint8Array.of(...all, ...new Uint8Array(8)), 'the snapshot is corrupt'],
])('%s is rejected', (_what, bytes, message) => {
  expect(() => new SnapshotReader(bytes)).toThrow(SnapshotUnreadable);
  expect(() => new SnapshotReader(bytes)).toThrow(message);
});

test('a change of any byte after the header is detected', () => {
  for (let at = 16; at < all.length; at += 1) expect(() => new SnapshotReader(changed(at))).toThrow('is corrupt');
});
