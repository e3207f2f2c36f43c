/** The fields of a Protocol Buffers message by number. Tron's transactions use only integers and byte strings. */
export type Fields = ReadonlyMap<number, bigint | Uint8Array>;

const [wholeNumber, bytesRun] = [0n, 2n];

/**
 * Reads a message. Returns null for anything ambiguous: repeated fields, other wire types, or integers that are not in their shortest form.
 */
export function readFields(bytes: Uint8Array): Fields | null {
  const fields = new Map<number, bigint | Uint8Array>();
  let at = 0;
  while (at < bytes.length) {
    const tag = readNumber(bytes, at);
    const value = tag && readNumber(bytes, tag.end);
    if (!tag || !value) return null;
    const [field, kind] = [Number(tag.value >> 3n), tag.value & 7n];
    if (fields.has(field)) return null;
    if (kind === wholeNumber) {
      fields.set(field, value.value);
      at = value.end;
    } else if (kind === bytesRun && value.value <= BigInt(bytes.length - value.end)) {
      at = value.end + Number(value.value);
      fields.set(field, bytes.subarray(value.end, at));
    } else {
      return null;
    }
  }
  return fields;
}

/** Reads a varint: seven bits a byte, the lowest first; below 2^63, like Tron's integers. */
function readNumber(bytes: Uint8Array, start: number): { value: bigint; end: number } | null {
  let value = 0n;
  for (let at = start; at < Math.min(bytes.length, start + 9); at += 1) {
    const byte = bytes[at] ?? 0;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start));
    if (byte < 0x80) return byte === 0 && at > start ? null : { value, end: at + 1 };
  }
  return null;
}

/** Encodes a byte string as a field of a message. */
export function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...numberBytes((field << 3) | Number(bytesRun)), ...numberBytes(bytes.length), ...bytes]);
}

function numberBytes(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
