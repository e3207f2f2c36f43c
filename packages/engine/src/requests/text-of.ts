/** The first so many characters of an id that is kept as words of four. */
export function textOf(words: Int32Array, length: number): string {
  return String.fromCharCode(...new Uint8Array(words.buffer, words.byteOffset, length));
}
