import pg from 'pg';
import { JournalOutcomeUnknown, JournalUnavailable } from './journal-errors.ts';
import type { Batch } from './journal.ts';

/** A batch's place as PostgreSQL answers it: `bigint` comes as text. */
export interface PlaceRow {
  readonly sequence: string;
  readonly hash: Buffer;
}

export interface WriterOptions {
  readonly url: string;
  /** An append that takes longer is cut off; its outcome is unknown then. */
  readonly timeoutMs: number;
  /** Told to those who watch, so that nobody is woken by what he wrote himself. */
  readonly name: string;
}

/**
 * The head row's lock puts the writers in order, and as it is held until the commit is durable, no reader ever sees an
 * entry without those before it. One statement, so one round trip and one flush.
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

/** A database may be set to answer commits before they are on disk; stricter settings (with replicas) are left as they are. */
const flushCommits = `SELECT set_config('synchronous_commit', 'on', false)
  WHERE current_setting('synchronous_commit') IN ('off', 'local')`;

/** The one connection that appends, one batch after the other; it is made anew when it was lost. */
export class PostgresWriter {
  readonly #options: WriterOptions;
  #client: pg.Client | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Batches that are being written or wait for it. */
  #unwritten = 0;
  #closed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /**
   * Answers the batch's place, or `taken` if its id was used or given up before. Where nothing else is being written, it is sent before this returns.
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
      // One that was made a standby stays one: the next is asked for by its name anew.
      if (isReadOnly(error)) this.#drop(client);
      if (isRolledBack(error)) throw new JournalUnavailable('the journal refused a batch', { cause: error });
      this.#drop(client);
      throw new JournalOutcomeUnknown('the connection was lost while a batch was written', { cause: error });
    }
  }

  async #connect(): Promise<pg.Client> {
    const { url, timeoutMs } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      application_name: 'fft journal',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // Also told to whoever waits for an answer; without one waiting, the next append connects anew.
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
      await client.query(flushCommits);
    } catch (cause) {
      await client.end().catch(() => undefined);
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
 * Errors after which PostgreSQL is certain to have rolled back, by the class of their SQLSTATE: data, constraint,
 * transaction, authorisation, cancelled by conflict, syntax and missing tables, resources, object state. What it says as
 * it shuts down or loses its disk (57, 58, XX, 08) may come after the commit, and so may anything unheard of.
 */
function isRolledBack(error: unknown): boolean {
  const certain = ['22', '23', '25', '28', '40', '42', '53', '55'];
  const completionUnknown = '40003';
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return certain.includes(error.code.slice(0, 2)) && error.code !== completionUnknown;
}
