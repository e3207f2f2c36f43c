import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresJournal } from '@fft/journal';
import type { AuditHead } from '../../audit/audit-chain.ts';
import { startJob } from '../../platform/jobs.ts';
import { ownProgram } from '../../platform/own-files.ts';
import { EntryNotApplied, type Applying } from '../replica/entry-not-applied.ts';
import type { BooksReport } from './verify-books.ts';

/** The replaying process's answer. */
export type VerifyAnswer =
  | { readonly line: string }
  | { readonly report: BooksReport }
  /** An entry that cannot be applied. */
  | { readonly poison: string }
  | { readonly failure: string };

export interface ApartOptions {
  readonly url: string;
  /** The archive's address; null if none is set. */
  readonly archive: string | null;
  /** See `verifyBooks`. */
  readonly auditHead?: AuditHead | undefined;
  readonly say: (line: string) => void;
  /** A command that runs longer is a poison entry. */
  readonly maxCommandSeconds: number;
  /** The replay's memory limit; Node's default if not given. */
  readonly heapMb?: number;
}

/** The report, or the name of a poison entry. */
export type ApartResult = { readonly report: BooksReport } | { readonly poison: string };

const lookEveryMs = 250;

/**
 * Verifies the books in a child process, with bounded time per command and bounded memory: an entry that throws, never ends or exhausts memory is reported with its
 * batch and command, and does not affect this process.
 * @throws Error if the books cannot be read for another reason
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
  const { url, archive, auditHead, say, heapMb } = options;
  const child = fork(
    ownProgram('src/ledger/reconciliation/verify-process.ts'),
    [marks, JSON.stringify({ url, archive, auditHead })],
    {
      execArgv: [...process.execArgv, ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`])],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  let answer: Exclude<VerifyAnswer, { line: string }> | null = null;
  child.on('message', (message: VerifyAnswer) => {
    if ('line' in message) say(message.line);
    else answer = message;
  });
  const watch = watchMarks(child, marks, options.maxCommandSeconds);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  const tooLong = await watch.end();
  const result = answer as Exclude<VerifyAnswer, { line: string }> | null;
  if (result !== null) {
    if ('failure' in result) throw new Error(result.failure);
    return result;
  }
  const applying = await readMark(marks);
  if (applying === null) throw new Error(`the replay ended early (${signal ?? code})`);
  const cause = tooLong
    ? `runs longer than ${options.maxCommandSeconds} s`
    : `the replay ended with ${signal ?? code}, most likely out of memory`;
  return { poison: (await named(url, applying, cause)).message };
}

/** Kills the process if it spends too long on one command. */
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

/** The command being applied last; null between entries and before the first. */
async function readMark(marks: string): Promise<Applying | null> {
  const text = await readFile(marks, 'utf8').catch(() => '');
  try {
    const mark = JSON.parse(text) as Applying;
    return mark.sequence === 0 ? null : mark;
  } catch {
    // The file is being written.
    return null;
  }
}

async function named(url: string, applying: Applying, cause: string): Promise<EntryNotApplied> {
  const journal = new PostgresJournal({ url });
  try {
    const [entry] = await journal.read(applying.sequence - 1, 1);
    return new EntryNotApplied(applying, { cause, ...(entry && { batchId: entry.batchId }) });
  } finally {
    await journal.close();
  }
}
