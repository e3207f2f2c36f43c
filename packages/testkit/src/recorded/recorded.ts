import type { Command } from '@fft/engine';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

// The commands are of an early engine, and have had the same outcomes since. The snapshot is of the present format, from the same commands.

/** Snapshots were made after this many commands. */
export const recordedBefore = 700;

/** Hashes of the state after each hundred commands, and at the end. */
export const recordedHashes: readonly string[] = [
  '53a904bd0ea82ce4',
  '4a4728fef9123045',
  '58c265f033766406',
  'caa929a153ac60ce',
  'dc67f2abb36a161a',
  '24b02fe8e61562ed',
  'eacddb64147320a4',
  'a9771e506de25c70',
  'a61a053ca0c390ff',
  '96209c34212b2cab',
  '1d2e72bbccc06cac',
  '8e86d5ba6a3a61d6',
];

function unpack(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(name, import.meta.url)));
}

/** Commands of every type, with many that are refused. */
export function recordedCommands(): Command[] {
  return JSON.parse(unpack('commands.json.gz').toString()) as Command[];
}

/** All of them as one batch of the journal, in this format. */
export function recordedBatch(format: 1): Uint8Array {
  return unpack(`batch-${format}.bin.gz`);
}

/** The snapshot of the state amid them. */
export function recordedSnapshot(): Uint8Array {
  return unpack('snapshot-12.bin.gz');
}
