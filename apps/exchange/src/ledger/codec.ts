import { Packr } from 'msgpackr';
import type { Command } from '@fft/engine';

/**
 * Commands as the journal's bytes: one MessagePack value, `[format, commands]`. Each batch stands alone: the names of
 * fields are written once per batch and no batch needs another to be read.
 */
const format = 1;
const packr = new Packr({ useRecords: true, structuredClone: false, moreTypes: false });

export function encodeCommands(commands: readonly Command[]): Uint8Array {
  return packr.pack([format, commands]);
}

/** @throws if the bytes are of a format that this version doesn't know: reading on would mean guessing. */
export function decodeCommands(bytes: Uint8Array): readonly Command[] {
  const [found, commands] = packr.unpack(bytes) as [number, Command[]];
  if (found !== format) throw new Error(`journal batch of format ${found}, this version reads format ${format}`);
  return commands;
}
