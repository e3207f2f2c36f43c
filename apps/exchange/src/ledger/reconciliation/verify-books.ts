import { createEngine } from '@fft/engine';
import { JournalBroken, PostgresJournal, verifyChain } from '@fft/journal';
import type { PoolClient } from 'pg';
import { verifyAudit, type AuditHead, type AuditVerified } from '../../audit/audit-chain.ts';
import { openDatabase } from '../../database/connection.ts';
import { wholeJournalLock } from '../snapshots/prune-journal.ts';
import { resumeFrom, type ResumeOptions } from '../snapshots/resume.ts';
import { listSnapshots } from '../snapshots/snapshot-store.ts';
import { EngineHost, type ApplyMark } from '../replica/engine-host.ts';
import { compareTables } from './compare-tables.ts';
import { ReplayedBooks } from './replayed-books.ts';

/** Counts of what was checked, and every difference; sound books have none. */
export interface BooksReport {
  /** The snapshot's entry from which it began; 0 if it began with the first entry. */
  readonly from: number;
  readonly entries: number;
  /** The tables' position, at which they were compared. */
  readonly position: number;
  readonly accounts: number;
  /** Without what orders froze and released. */
  readonly postings: number;
  readonly fills: number;
  readonly orders: number;
  readonly openOrders: number;
  readonly withdrawals: number;
  /** Number of acts in the audit log's chain and the hash of the last. Kept elsewhere, it shows later that the past is unchanged. */
  readonly audit: AuditHead;
  readonly differences: readonly string[];
}

export interface VerifyBooksOptions {
  readonly url: string;
  /** The archive's address; null if none is set. */
  readonly archive?: string | null;
  /** An earlier head of the audit log, which must be part of its chain. */
  readonly auditHead?: AuditHead | undefined;
  readonly say: (line: string) => void;
  /** Called before each command that is applied. */
  readonly mark?: ApplyMark;
}

const sayEvery = 10_000;

/**
 * Checks the books of a stopped or running exchange: verifies the journal's hash chain, replays it, recomputes every balance from postings, and compares engine,
 * tables and open holds at one snapshot of the database.
 * If the journal was pruned, it begins with the oldest snapshot, which the remaining journal must continue.
 * @throws JournalBroken if the journal contradicts itself: nothing can be compared then · EntryNotApplied for a poison entry
 */
export async function verifyBooks(options: VerifyBooksOptions): Promise<BooksReport> {
  const { url, archive = null, auditHead, say, mark } = options;
  await using closing = new AsyncDisposableStack();
  const database = openDatabase(url, { maxConnections: 2 });
  closing.defer(() => database.close());
  const journal = new PostgresJournal({ url });
  closing.defer(() => journal.close());
  const moment = await database.pool.connect();
  closing.defer(() => moment.release());
  await moment.query('begin isolation level repeatable read read only');
  // Keeps archiving and compaction from exchanging partitions, which this snapshot of the rows would miss.
  await moment.query('lock table orders, fills, postings in access share mode');
  const position = await positionOf(moment);
  await moment.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [wholeJournalLock]);

  const host = await beginningOf({ db: database.db, journal, position: async () => position, say });
  if (mark) host.markBy(mark);
  const from = host.sequence;
  const books = new ReplayedBooks(from, host.openRecords);
  host.subscribe((batch) => books.add(batch));
  let said = 0;
  await host.catchUp(position + 1, (sequence) => {
    if (sequence - said < sayEvery && sequence !== position) return;
    said = sequence;
    say(`replayed ${sequence.toLocaleString('en')} of ${position.toLocaleString('en')} entries`);
  });
  const { sequence: entries } = await verifyChain(journal, { from: host.head });
  say(`the hash chain holds up to entry ${entries.toLocaleString('en')}`);

  const differences = books.unbalanced.map((sequence) => `entry ${sequence}: its postings don't add up to zero`);
  differences.push(
    ...books
      .differencesFrom(host.engine)
      .map((account) => `account ${account}: the engine's balance differs from its postings`),
  );
  try {
    host.engine.validate();
  } catch (error) {
    differences.push(`the engine: ${error instanceof Error ? error.message : String(error)}`);
  }
  // As of the tables' snapshot: the search for withdrawals may go beyond it.
  const replayed = {
    accounts: books.available.size,
    postings: total(books.postings.values()),
    fills: total([...books.fills].filter(([key]) => key.endsWith(' fills')).map(([, count]) => count)),
    orders: books.orders.size,
    openOrders: host.openCount,
  };
  const { found, withdrawals } = await compareTables(moment, { books, host, archive, say });
  const audit = await verifyAudit(moment);
  differences.push(...(await auditProblems(moment, audit, auditHead)));
  await moment.query('commit');
  // A poison entry lies beyond the tables: had it been applied, they would hold it.
  await host.catchUp();
  return {
    from,
    entries,
    position,
    ...replayed,
    withdrawals,
    audit: audit.head,
    differences: [...differences, ...found],
  };
}

/** Checks the whole chain, and that a kept head is part of it. */
async function auditProblems(moment: PoolClient, whole: AuditVerified, kept?: AuditHead): Promise<string[]> {
  if (whole.problem !== null) return [whole.problem];
  const { problem } = kept ? await verifyAudit(moment, kept) : { problem: null };
  return problem === null ? [] : [problem];
}

/** Returns an empty replica or, if the journal was pruned, one restored from the oldest snapshot. */
async function beginningOf(options: ResumeOptions & { readonly journal: PostgresJournal }): Promise<EngineHost> {
  const { db, journal, say } = options;
  const begin = await journal.begin();
  if (begin.sequence === 0) return new EngineHost(journal, createEngine);
  const snapshots = await listSnapshots(db, await options.position());
  const oldest = snapshots.findLast(({ sequence }) => sequence > begin.sequence);
  if (!oldest)
    throw new Error(`the journal begins after entry ${begin.sequence}, and no snapshot covers what came before`);
  const { host } = await resumeFrom(oldest, options);
  const { hash } = await verifyChain(journal, { from: begin, to: oldest.sequence });
  if (Buffer.compare(hash, oldest.hash) !== 0)
    throw new JournalBroken(oldest.sequence, 'the snapshot has another hash');
  say(
    `the journal begins after entry ${begin.sequence.toLocaleString('en')}; replaying from the snapshot of entry ${oldest.sequence.toLocaleString('en')}`,
  );
  return host;
}

async function positionOf(moment: PoolClient): Promise<number> {
  const { rows } = await moment.query<{ sequence: number }>("select sequence from projection where name = 'ledger'");
  return rows[0]?.sequence ?? 0;
}

function total(counts: Iterable<bigint>): number {
  let sum = 0n;
  for (const count of counts) sum += count;
  return Number(sum);
}
