/** Decodes an id of `length` characters from words of four. */
export function idTextOf(words: Int32Array, length: number): string {
  return String.fromCharCode(...new Uint8Array(words.buffer, words.byteOffset, length));
}
