import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, type ZstdOptions } from 'node:zlib';
import { Packr } from 'msgpackr';
import type { OrderRecord } from '../replica/order-record.ts';

const enginePartBytes = 8 * 1024 * 1024;
const recordsPerPart = 20_000;
const packr = new Packr({ useRecords: true, structuredClone: false, moreTypes: false });

/** Output is some megabytes; joining small chunks would take longer than unpacking. */
const options = { chunkSize: 4 * 1024 * 1024 };
const compress = promisify<Uint8Array, ZstdOptions, Buffer>(zstdCompress);
const decompress = promisify<Uint8Array, ZstdOptions, Buffer>(zstdDecompress);

export function packPart(part: Uint8Array): Promise<Buffer> {
  return compress(part, options);
}

export function unpackPart(bytes: Uint8Array): Promise<Buffer> {
  return decompress(bytes, options);
}

/** The engine's bytes, in parts that a database takes. */
export function enginePartsOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / enginePartBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * enginePartBytes, (index + 1) * enginePartBytes),
  );
}

/** Records of open orders, some thousands per part. */
export function* orderPartsOf(records: Iterable<OrderRecord>): Generator<Uint8Array> {
  let some: OrderRecord[] = [];
  for (const record of records) {
    some.push(record);
    if (some.length < recordsPerPart) continue;
    yield packr.pack(some);
    some = [];
  }
  if (some.length > 0) yield packr.pack(some);
}

export function recordsOf(part: Uint8Array): OrderRecord[] {
  return packr.unpack(part) as OrderRecord[];
}
