import { createEngine } from '@fft/engine';
import { emptyHead, JournalBroken, PostgresJournal, verifyChain } from '@fft/journal';
import type { PoolClient } from 'pg';
import { verifyAudit, type AuditHead, type AuditVerified } from '../../audit/audit-chain.ts';
import { openDatabase } from '../../database/connection.ts';
import { openJournal, type JournalPlace } from '../open-journal.ts';
import { wholeJournalLock } from '../snapshots/prune-journal.ts';
import { resumeFrom, type ResumeOptions } from '../snapshots/resume.ts';
import { listSnapshots } from '../snapshots/snapshot-store.ts';
import { EngineHost, type ApplyMark } from '../replica/engine-host.ts';
import { compareTables } from './compare-tables.ts';
import { ReplayedBooks } from './replayed-books.ts';

/** What was looked at, and everything that differs; nothing differs where the books are sound. */
export interface BooksReport {
  /** The entry of the snapshot that it began with; 0 where it began with the first entry. */
  readonly from: number;
  readonly entries: number;
  /** The entry that the tables stand at, and that they were compared at. */
  readonly position: number;
  readonly accounts: number;
  readonly postings: number;
  readonly fills: number;
  readonly orders: number;
  readonly openOrders: number;
  readonly withdrawals: number;
  /** Acts in the audit log's chain, and the hash of the last: kept elsewhere it shows later that the log has the same past. */
  readonly audit: AuditHead;
  readonly differences: readonly string[];
}

export interface VerifyBooksOptions {
  readonly url: string;
  /** Where the journal is, if it isn't in the database. */
  readonly nats?: JournalPlace['nats'];
  /** How the audit log ended at an earlier time, as it was said then: it has to go on from there. */
  readonly auditHead?: AuditHead | undefined;
  readonly say: (line: string) => void;
  /** Told what is being applied. */
  readonly mark?: ApplyMark;
}

const sayEvery = 10_000;

/**
 * Checks the books of an exchange, also of one that runs: verifies the journal's hash chain, replays it, recomputes every balance from the
 * postings, and compares engine, tables and open holds as one moment of the database shows them.
 * Where the journal's beginning was taken away it begins with the oldest snapshot, which the rest of the journal has to lead to.
 * @throws JournalBroken where the journal contradicts itself: nothing can be compared with it then · EntryNotApplied for an entry that no replica gets beyond
 */
export async function verifyBooks(options: VerifyBooksOptions): Promise<BooksReport> {
  const { url, nats = null, auditHead, say, mark } = options;
  await using closing = new AsyncDisposableStack();
  const database = openDatabase(url, { connectionsMax: 2 });
  closing.defer(() => database.close());
  const journal = openJournal({ url, nats });
  closing.defer(() => journal.close());
  const moment = await database.pool.connect();
  closing.defer(() => moment.release());
  await moment.query('begin isolation level repeatable read read only');
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
      .map((account) => `account ${account}: the engine holds something else than its postings`),
  );
  try {
    host.engine.validate();
  } catch (error) {
    differences.push(`the engine: ${error instanceof Error ? error.message : String(error)}`);
  }
  // As of the tables' moment: withdrawals may be looked for beyond it.
  const replayed = {
    accounts: books.postings.size,
    postings: total(books.postings.values()),
    fills: total([...books.fills].filter(([key]) => key.endsWith(' fills')).map(([, count]) => count)),
    orders: books.orders.size,
    openOrders: host.openCount,
  };
  const { found, withdrawals } = await compareTables(moment, { books, host });
  const audit = await verifyAudit(moment);
  differences.push(...(await auditProblems(moment, audit, auditHead)));
  await moment.query('commit');
  // A poison entry is beyond what the tables hold: they would hold it, could it be applied.
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

/** The whole chain, and that it goes through a head that was kept. */
async function auditProblems(moment: PoolClient, whole: AuditVerified, kept?: AuditHead): Promise<string[]> {
  if (whole.problem !== null) return [whole.problem];
  const { problem } = kept ? await verifyAudit(moment, kept) : { problem: null };
  return problem === null ? [] : [problem];
}

/** A replica that holds nothing, or, where the journal has lost its beginning, what the oldest snapshot holds. */
async function beginningOf(options: ResumeOptions): Promise<EngineHost> {
  const { db, journal, say } = options;
  const begin = journal instanceof PostgresJournal ? await journal.begin() : emptyHead;
  if (begin.sequence === 0) return new EngineHost(journal, createEngine);
  const snapshots = await listSnapshots(db, await options.position());
  const oldest = snapshots.findLast(({ sequence }) => sequence > begin.sequence);
  if (!oldest) throw new Error(`the journal begins after entry ${begin.sequence}, and there is no snapshot behind it`);
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
