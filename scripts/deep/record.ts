import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The last run of a deep item. */
export interface DeepRun {
  /** What was tested. */
  readonly commit: string;
  /** When it ended, as an ISO time. */
  readonly ended: string;
  readonly seconds: number;
  /** `flaky`: it failed, and passed when it was run again. */
  readonly result: 'passed' | 'failed' | 'flaky';
  /** The first seed that no run had yet; absent without seeds. */
  readonly nextSeed?: number;
  /** Seeds until the bug that its rig planted was found; null if it was not; absent without seeds. */
  readonly canaryAfterSeeds?: number | null;
}

export type DeepRecord = Readonly<Record<string, DeepRun>>;

export function readRecord(path: string): DeepRecord {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DeepRecord) : {};
}

/** Replaces one item's run; the others stay. */
export function writeRun(path: string, name: string, run: DeepRun): void {
  const record = { ...readRecord(path), [name]: run };
  const sorted = Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`);
}
