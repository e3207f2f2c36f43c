/** A field of a protocol buffers message: its number, and an integer or bytes. */
export type MessagePart = readonly [field: number, value: bigint | Buffer];

/** An encoder for tests, independent of the exchange's decoder. */
export function messageOf(parts: readonly MessagePart[]): Buffer {
  return Buffer.concat(
    parts.flatMap(([field, value]) =>
      typeof value === 'bigint'
        ? [numberBytes(BigInt(field * 8)), numberBytes(value)]
        : [numberBytes(BigInt(field * 8 + 2)), numberBytes(BigInt(value.length)), value],
    ),
  );
}

function numberBytes(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
