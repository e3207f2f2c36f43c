import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotUnreadable, SnapshotWriter } from './sections.ts';

function written(): SnapshotWriter {
  const writer = new SnapshotWriter();
  writer.numbers(Float64Array.of(0.5, -1));
  // Of lengths that aren't whole eights, and a view into the middle of what else there is.
  writer.numbers(Int32Array.of(1, 2, 3, 4).subarray(1));
  writer.json({ ä: ['€', null] });
  writer.numbers(new Uint8Array());
  writer.numbers(Uint8Array.of(7, 8, 9));
  return writer;
}

test('sections are read as they were written, in their order', () => {
  const reader = new SnapshotReader(written().finish());
  expect(reader.doubles()).toEqual(Float64Array.of(0.5, -1));
  expect(() => reader.finish()).toThrow('longer than what is read');
  expect(reader.integers()).toEqual(Int32Array.of(2, 3, 4));
  expect(reader.json()).toEqual({ ä: ['€', null] });
  expect(reader.octets()).toEqual(new Uint8Array());
  expect(reader.octets()).toEqual(Uint8Array.of(7, 8, 9));
  reader.finish();
});

test('a reader has bytes of its own, wherever they lay', () => {
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
  ['nothing', new Uint8Array(), 'a snapshot is torn'],
  ['less than its head', all.slice(0, 8), 'a snapshot is torn'],
  ['one byte less', all.slice(0, -1), 'a snapshot is torn'],
  ['one byte more', Uint8Array.of(...all, 0), 'a snapshot is torn'],
  ['another magic', changed(0), 'this is no snapshot of an engine'],
  ['another version', changed(4), 'a snapshot of version 137 is not read here'],
  ['another checksum', changed(8), 'a snapshot is torn or changed'],
  ['its head alone', all.slice(0, 16), 'a snapshot is torn or changed'],
  ['a whole section less', all.slice(0, -16), 'a snapshot is torn or changed'],
  ['a whole section more', Uint8Array.of(...all, ...new Uint8Array(8)), 'a snapshot is torn or changed'],
])('%s is not read', (_what, bytes, message) => {
  expect(() => new SnapshotReader(bytes)).toThrow(SnapshotUnreadable);
  expect(() => new SnapshotReader(bytes)).toThrow(message);
});

test('no byte behind the head changes without being noticed', () => {
  for (let at = 16; at < all.length; at += 1) expect(() => new SnapshotReader(changed(at))).toThrow('torn or changed');
});
