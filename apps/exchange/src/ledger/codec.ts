import { Packr } from 'msgpackr';
import type { Command } from '@fft/engine';

/**
 * Encodes commands as one MessagePack value, `[format, commands]`. A batch is self-contained: it names its fields once and needs no other batch to be
 * read.
 */
const format = 1;
const packr = new Packr({ useRecords: true, structuredClone: false, moreTypes: false });

export function encodeCommands(commands: readonly Command[]): Uint8Array {
  return packr.pack([format, commands]);
}

/** @throws if this version does not know the format: reading on would mean guessing */
export function decodeCommands(bytes: Uint8Array): readonly Command[] {
  const [found, commands] = packr.unpack(bytes) as [number, Command[]];
  if (found !== format)
    throw new Error(`the journal batch has format ${found}, but this version reads format ${format}`);
  return commands;
}
