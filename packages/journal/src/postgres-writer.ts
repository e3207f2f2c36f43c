import { PrimaryClient } from '@fft/postgres';
import pg from 'pg';
import { JournalOutcomeUnknown, JournalUnavailable } from './journal-errors.ts';
import type { Batch, Head } from './journal.ts';
import { checkLineage } from './lineage.ts';

/** A batch's position as PostgreSQL returns it: `bigint` as text. */
export interface PlaceRow {
  readonly sequence: string;
  readonly hash: Buffer;
}

export interface WriterOptions {
  readonly url: string;
  /** Timeout of an append; its outcome is then unknown. */
  readonly timeoutMs: number;
  /** Sent to watchers, so that they ignore their own appends. */
  readonly name: string;
  /** The newest entry that is known to be durable. */
  readonly seen: () => Head;
}

/**
 * The head row's lock orders the writers. It is held until the commit is durable, so no reader ever sees an entry without its predecessors. One
 * statement, so one round trip and one flush.
 */
const appendStatement = {
  name: 'journal_append',
  text: `WITH head AS (
           UPDATE journal_head SET sequence = sequence + 1, hash = sha256(hash || $2::bytea) RETURNING sequence, hash
         ), batch AS (
           INSERT INTO journal_batch (batch_id, sequence) SELECT $1::uuid, sequence FROM head
         )
         INSERT INTO journal_entry (sequence, batch_id, hash, bytes) SELECT sequence, $1::uuid, hash, $2 FROM head
         RETURNING sequence, hash, pg_notify('fft_journal', $3)`,
};

/** A database may acknowledge commits before they are on disk; this overrides it. Stricter settings (with replicas) are kept. */
export const flushCommits = `SELECT set_config('synchronous_commit', 'on', false)
  WHERE current_setting('synchronous_commit') IN ('off', 'local')`;

/** The single connection for appends, which run one after the other. It reconnects after a loss. */
export class PostgresWriter {
  readonly #options: WriterOptions;
  #client: pg.Client | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Batches being written or queued. */
  #unwritten = 0;
  #closed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /**
   * Resolves with the batch's position, or `taken` if its id was already used or abandoned. If the queue is empty, it sends before returning.
   * @throws JournalUnavailable
   * @throws JournalOutcomeUnknown
   */
  append(batch: Batch): Promise<PlaceRow | 'taken'> {
    const appended = this.#unwritten === 0 ? this.#append(batch) : this.#last.then(() => this.#append(batch));
    this.#unwritten += 1;
    const done = (): void => {
      this.#unwritten -= 1;
    };
    this.#last = appended.then(done, done);
    return appended;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
    await this.#client?.end();
    this.#client = null;
  }

  async #append({ batchId, bytes }: Batch): Promise<PlaceRow | 'taken'> {
    if (this.#closed) throw new JournalUnavailable('the journal is closed');
    const client = this.#client ?? (await this.#connect());
    const values = [batchId, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), this.#options.name];
    try {
      const { rows } = await client.query<PlaceRow>({ ...appendStatement, values });
      const place = rows[0];
      if (place === undefined) throw new JournalUnavailable('the journal has no head: it was not set up');
      return place;
    } catch (error) {
      if (isTaken(error)) return 'taken';
      if (error instanceof JournalUnavailable) throw error;
      // A server that became a standby stays one, so resolve the name again for the next connection.
      if (isReadOnly(error)) this.#drop(client);
      if (isRolledBack(error)) throw new JournalUnavailable('the journal refused a batch', { cause: error });
      this.#drop(client);
      throw new JournalOutcomeUnknown('the connection was lost while a batch was written', { cause: error });
    }
  }

  async #connect(): Promise<pg.Client> {
    const { url, timeoutMs, seen } = this.#options;
    const client = new PrimaryClient({
      connectionString: url,
      application_name: 'fft journal',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // A waiting query receives the same error; without one, the next append reconnects.
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
      await client.query(flushCommits);
      await checkLineage(client, seen());
    } catch (cause) {
      await client.end().catch(() => undefined);
      if (cause instanceof JournalUnavailable) throw cause;
      throw new JournalUnavailable('the journal can not be reached', { cause });
    }
    this.#client = client;
    return client;
  }

  #drop(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => undefined);
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'journal_batch_pkey';
}

function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/**
 * Errors after which PostgreSQL certainly rolled back, by SQLSTATE class: data, constraint, transaction, authorization, cancelled by conflict,
 * syntax and missing tables, resources, object state. Errors on shutdown or disk failure (57, 58, XX, 08) may follow the commit, and so may
 * unknown ones.
 */
function isRolledBack(error: unknown): boolean {
  const certain = ['22', '23', '25', '28', '40', '42', '53', '55'];
  const completionUnknown = '40003';
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return certain.includes(error.code.slice(0, 2)) && error.code !== completionUnknown;
}
