import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { emptyHead, type Head } from '@fft/journal';
import type { DatabaseIdentity } from '@fft/postgres';

/** The newest entry of the journal that is known to be durable. */
export interface Seen {
  /** PostgreSQL's timeline, which counts promotions: of two servers that take writes, the one with the lower number is stale. */
  readonly epoch: number;
  readonly head: Head;
}

const nothingSeen: Seen = { epoch: 0, head: emptyHead };

/** A mark is written to two slots in turn, so that one is whole whenever the machine stops. */
const slotBytes = 256;
/** Names of machines may change with every start. */
const keptMs = 7 * 86_400_000;

/**
 * What a process has seen of the journal, kept outside of the database: after a restart it refuses a database that lacks it. Each process writes a
 * file of its own, and reads those of all that share the folder.
 */
export class JournalMark {
  readonly #file: number;
  readonly #bytes = Buffer.alloc(slotBytes);
  #seen: Seen;
  #slot = 0;

  /** Opens the mark of the process with this name, and starts from the newest of all marks of the database in `dataDir`. */
  constructor(dataDir: string, database: DatabaseIdentity, name: string) {
    const folder = folderOf(dataDir, database);
    mkdirSync(folder, { recursive: true });
    this.#seen = readMarks(dataDir, database);
    // Keeps the earlier mark until the new one is written.
    this.#file = openSync(join(folder, `${name}.json`), constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#write();
    this.#write();
    removeOld(filesOf(dataDir, database));
  }

  get seen(): Seen {
    return this.#seen;
  }

  /** Records an entry that is durable. A write to the page cache survives the process; a machine that stops loses the last second. */
  advance(epoch: number, head: Head): void {
    if (head.sequence <= this.#seen.head.sequence && epoch <= this.#seen.epoch) return;
    this.#seen = {
      epoch: Math.max(epoch, this.#seen.epoch),
      head: head.sequence > this.#seen.head.sequence ? head : this.#seen.head,
    };
    this.#write();
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    this.#bytes.fill(' ');
    this.#bytes.write(`${serialize(this.#seen)}\n`);
    writeSync(this.#file, this.#bytes, 0, slotBytes, this.#slot * slotBytes);
    this.#slot = 1 - this.#slot;
  }
}

/**
 * The name of this process's mark: a port of a machine and, where several processes listen on it, this one's name among them. Tests let the
 * system choose the port.
 */
export function markName(port: number, name?: string): string {
  const own = port === 0 ? `process-${process.pid}` : String(port);
  return [hostname(), own, ...(name === undefined ? [] : [name])].join('-');
}

/** The newest of all marks of a database in a data folder. */
export function readMarks(dataDir: string, database: DatabaseIdentity): Seen {
  return filesOf(dataDir, database).flatMap(readSlots).reduce(newer, nothingSeen);
}

/** Replaces all marks: the operator accepts that what was seen beyond `seen` is lost. No process may run meanwhile. */
export function replaceMarks(dataDir: string, database: DatabaseIdentity, seen: Seen): void {
  for (const file of filesOf(dataDir, database)) rmSync(file);
  const mark = new JournalMark(dataDir, database, 'accepted');
  mark.advance(seen.epoch, seen.head);
  mark.advance(seen.epoch, seen.head);
  mark.close();
}

function folderOf(dataDir: string, database: DatabaseIdentity): string {
  return join(dataDir, 'journal-seen', encodeURIComponent(database));
}

function filesOf(dataDir: string, database: DatabaseIdentity): string[] {
  const folder = folderOf(dataDir, database);
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Processes that run write every second; what others had seen is in the marks of those that started since. */
function removeOld(files: readonly string[]): void {
  for (const file of files) if (statSync(file).mtimeMs < Date.now() - keptMs) rmSync(file, { force: true });
}

function readSlots(file: string): Seen[] {
  const bytes = readFileSync(file);
  return [0, slotBytes].flatMap((start) => parse(bytes.toString('utf8', start, start + slotBytes)) ?? []);
}

function newer(one: Seen, other: Seen): Seen {
  const epoch = Math.max(one.epoch, other.epoch);
  return { epoch, head: one.head.sequence >= other.head.sequence ? one.head : other.head };
}

function serialize({ epoch, head }: Seen): string {
  return JSON.stringify({ epoch, sequence: head.sequence, hash: Buffer.from(head.hash).toString('hex') });
}

/** Null for a slot that was never written, or half. */
function parse(text: string): Seen | null {
  const [, epoch, sequence, hash = ''] =
    /^\{"epoch":(\d+),"sequence":(\d+),"hash":"([0-9a-f]{64})"\}\n/.exec(text) ?? [];
  if (sequence === undefined) return null;
  return { epoch: Number(epoch), head: { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') } };
}
