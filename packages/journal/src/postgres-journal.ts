import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { PrimaryClient } from '@fft/postgres';
import pg from 'pg';
import { emptyHead } from './chain.ts';
import { checkLineage } from './lineage.ts';
import { JournalOutcomeUnknown, JournalUnavailable } from './journal-errors.ts';
import type { Batch, Entry, Head, Journal, Watch } from './journal.ts';
import { PostgresWatch } from './postgres-watch.ts';
import { flushCommits, type PlaceRow, PostgresWriter } from './postgres-writer.ts';

export interface PostgresJournalOptions {
  /** A database with the tables of `journalSchema`. */
  readonly url: string;
  /** Timeout of a request; an append then has an unknown outcome. 10 s by default. */
  readonly timeoutMs?: number;
  /** The newest entry that is known to be durable: a database without it is refused with {@link JournalStale}. */
  readonly seen?: () => Head;
}

/** Small enough that readers and writers don't wait noticeably. */
const maxPrunedPerStatement = 1_000;

/** One statement: it advances the beginning and deletes the entries, or does nothing. */
const pruneText = `WITH begin AS (
    UPDATE journal_begin SET sequence = last.sequence, hash = last.hash
    FROM journal_entry AS last WHERE last.sequence = $1 RETURNING last.sequence
  ), pruned AS (
    DELETE FROM journal_entry WHERE sequence <= (SELECT sequence FROM begin) RETURNING batch_id
  )
  DELETE FROM journal_batch WHERE batch_id IN (SELECT batch_id FROM pruned)`;

/** The message needs a commit, and would be written in read-only transactions too. */
const flushText = `SELECT pg_logical_emit_message(true, 'fft', '') WHERE current_setting('transaction_read_only') = 'off'`;

interface EntryRow extends PlaceRow {
  readonly batch_id: string;
  readonly bytes: Buffer;
}

/**
 * The journal in PostgreSQL. Appends use a separate connection, everything else a small pool; both reconnect by themselves.
 *
 * Fencing by `find`: every append also inserts its batch id into `journal_batch`, in the same statement, and `find` inserts the same id as
 * abandoned unless it exists. The primary key admits one of the two. A late append then fails as a whole; if one is in progress, `find` waits
 * for it.
 */
export class PostgresJournal implements Journal {
  readonly #writer: PostgresWriter;
  readonly #readers: pg.Pool;
  readonly #url: string;
  /** Distinguishes its own appends from those of others. */
  readonly #name = randomUUID();

  constructor({ url, timeoutMs = 10_000, seen = () => emptyHead }: PostgresJournalOptions) {
    this.#url = url;
    this.#writer = new PostgresWriter({ url, timeoutMs, name: this.#name, seen });
    const prepareReader = async (client: pg.ClientBase): Promise<void> => {
      await client.query(flushCommits);
      await checkLineage(client, seen());
    };
    this.#readers = new pg.Pool({
      connectionString: url,
      application_name: 'fft journal readers',
      max: 3,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      Client: PrimaryClient as unknown as new () => pg.Client,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, although its type doesn't say so
      onConnect: prepareReader,
    });
    // The pool replaces a broken idle connection, but an unhandled error event would end the process.
    this.#readers.on('error', () => undefined);
  }

  async append(batch: Batch): Promise<Entry> {
    const place = await this.#writer.append(batch);
    if (place !== 'taken') return { ...toHead(place), batchId: batch.batchId, bytes: batch.bytes };
    const existing = await this.#durable(batch.batchId).catch((cause: unknown) => {
      throw new JournalOutcomeUnknown('a batch was sent before, and can not be looked up', { cause });
    });
    if (existing === null) throw new JournalUnavailable(`batch ${batch.batchId} was given up`);
    return existing;
  }

  async read(after: number, limit: number): Promise<Entry[]> {
    const { rows } = await this.#readers.query<EntryRow>({
      name: 'journal_read',
      text: `SELECT sequence, batch_id, hash, bytes FROM journal_entry WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
      values: [after, limit],
    });
    return rows.map(toEntry);
  }

  async find(batchId: string): Promise<Entry | null> {
    const existing = await this.#durable(batchId);
    if (existing !== null) return existing;
    await this.#readers.query({
      name: 'journal_give_up',
      text: `INSERT INTO journal_batch (batch_id, sequence) VALUES ($1, NULL) ON CONFLICT (batch_id) DO NOTHING`,
      values: [batchId],
    });
    // It may have been written in the meantime.
    return this.#durable(batchId);
  }

  async head(): Promise<Head> {
    const { rows } = await this.#readers.query<PlaceRow>('SELECT sequence, hash FROM journal_head');
    const head = rows[0];
    assert(head !== undefined, 'the journal has a head');
    return toHead(head);
  }

  async confirm(): Promise<Head> {
    const head = await this.head();
    await this.#flush();
    return head;
  }

  async begin(): Promise<Head> {
    const { rows } = await this.#readers.query<PlaceRow>('SELECT sequence, hash FROM journal_begin');
    const begin = rows[0];
    assert(begin !== undefined, 'the journal has a beginning');
    return toHead(begin);
  }

  /**
   * Deletes all entries up to number `upTo`, and their batch ids. The caller must make sure that no one will read them again or still try to
   * write one of those batches.
   */
  async prune(upTo: number): Promise<void> {
    let { sequence } = await this.begin();
    while (sequence < upTo) {
      sequence = Math.min(upTo, sequence + maxPrunedPerStatement);
      await this.#readers.query({ name: 'journal_prune', text: pruneText, values: [sequence] });
    }
  }

  async watch(onMore: () => void): Promise<Watch> {
    const watch = new PostgresWatch({ url: this.#url, own: this.#name, onMore });
    await watch.open();
    return watch;
  }

  async close(): Promise<void> {
    await this.#writer.close();
    if (!this.#readers.ending) await this.#readers.end();
  }

  /** Commits something empty: everything that was visible before is then as durable as it. */
  async #flush(): Promise<void> {
    const { rowCount } = await this.#readers.query(flushText);
    if (rowCount === 0) throw new JournalUnavailable('the database is read-only');
  }

  /** The entry of a batch, once it is durable: a commit whose standby didn't answer becomes visible when its connection is ended. */
  async #durable(batchId: string): Promise<Entry | null> {
    const existing = await this.#existing(batchId);
    if (existing !== null) await this.#flush();
    return existing;
  }

  async #existing(batchId: string): Promise<Entry | null> {
    const { rows } = await this.#readers.query<EntryRow>({
      name: 'journal_find',
      text: `SELECT sequence, entry.batch_id, hash, bytes
             FROM journal_entry AS entry JOIN journal_batch AS batch USING (sequence) WHERE batch.batch_id = $1`,
      values: [batchId],
    });
    return rows[0] === undefined ? null : toEntry(rows[0]);
  }
}

function toEntry(row: EntryRow): Entry {
  return { ...toHead(row), batchId: row.batch_id, bytes: row.bytes };
}

function toHead({ sequence, hash }: PlaceRow): Head {
  const number = Number(sequence);
  assert(Number.isSafeInteger(number) && number >= 0, 'a sequence is a safe integer');
  assert(hash.length === 32, 'a hash has 32 bytes');
  return { sequence: number, hash };
}
