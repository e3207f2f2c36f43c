import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditHead } from '../../audit/audit-chain.ts';
import { openJournal, type JournalPlace } from '../open-journal.ts';
import { startJob } from '../../platform/jobs.ts';
import { ownProgram } from '../../platform/own-files.ts';
import { EntryNotApplied, type Applying } from '../replica/entry-not-applied.ts';
import type { BooksReport } from './verify-books.ts';

/** What the process that replays tells. */
export type VerifyAnswer =
  | { readonly line: string }
  | { readonly report: BooksReport }
  /** An entry that can't be applied. */
  | { readonly poison: string }
  | { readonly failure: string };

export interface ApartOptions {
  readonly place: JournalPlace;
  /** As of `verifyBooks`. */
  readonly auditHead?: AuditHead | undefined;
  readonly say: (line: string) => void;
  /** A command that runs longer is a poison entry. */
  readonly commandSecondsMax: number;
  /** What the replay may have of memory; that of any process unless told. */
  readonly heapMb?: number;
}

/** A poison entry, named, or the report. */
export type ApartResult = { readonly report: BooksReport } | { readonly poison: string };

const lookEveryMs = 250;

/**
 * Verifies the books in a process of its own, within a bounded time for each command and a bounded memory: an entry that throws, never ends or fills the memory is
 * named, with its batch and command, and nothing of that reaches this process.
 * @throws Error where the books can't be looked at for another reason
 */
export async function verifyApart(options: ApartOptions): Promise<ApartResult> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-verify-'));
  const marks = join(folder, 'applying.json');
  try {
    return await replay(options, marks);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function replay(options: ApartOptions, marks: string): Promise<ApartResult> {
  const { place, auditHead, say, heapMb } = options;
  const child = fork(
    ownProgram('src/ledger/reconciliation/verify-process.ts'),
    [marks, JSON.stringify({ ...place, auditHead })],
    {
      execArgv: [...process.execArgv, ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`])],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  let answer: Exclude<VerifyAnswer, { line: string }> | null = null;
  child.on('message', (told: VerifyAnswer) => {
    if ('line' in told) say(told.line);
    else answer = told;
  });
  const watch = watchMarks(child, marks, options.commandSecondsMax);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  const tooLong = await watch.end();
  const told = answer as Exclude<VerifyAnswer, { line: string }> | null;
  if (told !== null) {
    if ('failure' in told) throw new Error(told.failure);
    return told;
  }
  const applying = await readMark(marks);
  if (applying === null) throw new Error(`the replay ended before it was done (${signal ?? code})`);
  const cause = tooLong
    ? `runs longer than ${options.commandSecondsMax} s`
    : `the replay ended with ${signal ?? code}, most likely for want of memory`;
  return { poison: (await named(place, applying, cause)).message };
}

/** Ends the process where it is at one command for too long. */
function watchMarks(child: ChildProcess, marks: string, secondsMax: number): { end(): Promise<boolean> } {
  let last = '';
  let since = performance.now();
  let isTooLong = false;
  async function look(): Promise<void> {
    const now = JSON.stringify(await readMark(marks));
    if (now !== last || now === 'null') [last, since] = [now, performance.now()];
    else if (performance.now() - since > secondsMax * 1_000) {
      isTooLong = true;
      child.kill('SIGKILL');
    }
  }
  const job = startJob({ name: 'verify.watch', everyMs: lookEveryMs, run: look });
  return {
    end: async () => {
      await job.stop();
      return isTooLong;
    },
  };
}

/** What was being applied last; null between two entries, and before the first. */
async function readMark(marks: string): Promise<Applying | null> {
  const text = await readFile(marks, 'utf8').catch(() => '');
  try {
    const mark = JSON.parse(text) as Applying;
    return mark.sequence === 0 ? null : mark;
  } catch {
    // It is being written.
    return null;
  }
}

async function named(place: JournalPlace, applying: Applying, cause: string): Promise<EntryNotApplied> {
  const journal = openJournal(place);
  try {
    const [entry] = await journal.read(applying.sequence - 1, 1);
    return new EntryNotApplied(applying, { cause, ...(entry && { batchId: entry.batchId }) });
  } finally {
    await journal.close();
  }
}
