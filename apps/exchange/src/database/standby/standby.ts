import { epochOf, NoStandby, StandbyClient } from '@fft/postgres';
import type pg from 'pg';
import { openDatabase, type Database } from '../connection.ts';
import { poolBounds } from '../pools.ts';
import { type Committed, FreshnessWatch } from './freshness.ts';

/** The server can't be read from: it is of another database, or follows another primary. */
class UnfitStandby extends Error {
  override readonly name = 'UnfitStandby';
}

/** The newest timeline that a standby is known to follow. Its receiver's is shown to the role `pg_monitor`, its control file's to everyone, some minutes after a promotion. */
const examineText = `
  SELECT pg_is_in_recovery() AS standby,
    (SELECT system_identifier FROM pg_control_system()) || '-' || current_database() AS identity,
    greatest((SELECT timeline_id FROM pg_control_checkpoint()),
      (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
      (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline`;
const replayedText = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS position`;
const committedText = `
  SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS position,
    ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int AS timeline`;

interface Examined {
  readonly standby: boolean;
  readonly identity: string;
  readonly timeline: number;
}

/** Who reads: each has connections of its own, as at the primary. */
export type ReaderKind = 'reading' | 'operators';

const watchBounds = { maxConnections: 1, maxStatementMs: 1_000, answerWithinMs: 2_000, maxWaitMs: 2_000 };

/** The position that the primary has made durable. */
export async function committedPosition(pool: pg.Pool): Promise<Committed> {
  const { rows } = await pool.query<Committed>(committedText);
  const [committed] = rows;
  if (committed === undefined) throw new Error('the primary gave no position');
  return committed;
}

export interface StandbyOptions {
  readonly url: string;
  readonly primaryUrl: string;
  /** Of the primary's database. */
  readonly identity: string;
  readonly committed: () => Promise<Committed>;
  readonly now: () => number;
}

/** One standby, its connections, and how far it is. */
export class Standby {
  readonly #options: StandbyOptions;
  readonly #watch: Database;
  readonly #pools: Readonly<Record<ReaderKind, Database>>;
  /** Fail the statements under way. */
  readonly #waiting = new Set<(reason: Error) => void>();
  readonly freshness: FreshnessWatch;
  readonly #clients = new Set<StandbyClient>();
  #isClosed = false;
  /** The newest timeline that it was seen to follow. */
  #timeline = 0;
  #life = {};

  constructor(options: StandbyOptions) {
    const { url, committed, now } = options;
    this.#options = options;
    const open = (kind: ReaderKind): Database => {
      const bounds = poolBounds[kind];
      const answerWithinMs = bounds.maxStatementMs + 1_000;
      return openDatabase(url, { ...bounds, isSerial: true, isStandby: true, answerWithinMs });
    };
    this.#pools = { reading: open('reading'), operators: open('operators') };
    this.#watch = openDatabase(url, { ...watchBounds, isStandby: true });
    const standby = (): Promise<number> => positionOf(this.#watch.pool, replayedText);
    this.freshness = new FreshnessWatch({ primary: committed, standby, now });
    for (const { pool } of [this.#watch, ...Object.values(this.#pools)])
      pool.on('connect', (client) => this.#hold(client));
  }

  /** False after a promotion, until it is seen to follow the new primary. */
  get isOfPrimary(): boolean {
    return this.#timeline > 0 && this.#timeline === epochOf(this.#options.primaryUrl);
  }

  /** True if its positions and this one of the primary count the same log. */
  isComparable(timeline: number): boolean {
    return this.isOfPrimary && timeline === this.#timeline;
  }

  /** Changes when a connection ends: a server that crashed may show an older state than before. */
  get life(): object {
    return this.#life;
  }

  /** Its host and port, for the log. */
  get name(): string {
    return URL.parse(this.#options.url)?.host ?? '';
  }

  /** @throws UnfitStandby, or why it doesn't answer */
  async examine(): Promise<void> {
    const { rows } = await this.#watch.pool.query<Examined>(examineText);
    const [found] = rows;
    if (found?.standby !== true) throw new NoStandby();
    if (found.identity !== this.#options.identity) throw new UnfitStandby('the server is of another database');
    this.#timeline = found.timeline;
    if (this.isOfPrimary) return;
    const epoch = epochOf(this.#options.primaryUrl);
    const which = found.timeline < epoch ? 'a primary that was replaced' : 'another primary';
    throw new UnfitStandby(`the server follows ${which}: timeline ${found.timeline} instead of ${epoch}`);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Runs a statement; fails at once if the standby is given up meanwhile. */
  query(kind: ReaderKind, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const answer = this.#pools[kind].pool.query(text, [...values]).finally(() => this.#waiting.delete(reject));
      answer.then(resolve, reject);
    });
  }

  /** Lets go of it: statements that wait for it fail, and its connections are cut. */
  async close(reason: Error): Promise<void> {
    this.#isClosed = true;
    for (const fail of this.#waiting) fail(reason);
    const closed = [this.#watch, ...Object.values(this.#pools)].map((database) => database.close());
    for (const client of this.#clients) client.drop();
    await Promise.all(closed);
  }

  #hold(client: pg.PoolClient): void {
    if (!(client instanceof StandbyClient)) return;
    this.#clients.add(client);
    client.once('end', () => {
      this.#clients.delete(client);
      this.#life = {};
    });
    if (this.#isClosed) client.drop();
  }
}

async function positionOf(pool: pg.Pool, text: string): Promise<number> {
  const { rows } = await pool.query<{ position: number | null }>(text);
  const position = rows[0]?.position ?? null;
  if (position === null) throw new UnfitStandby('the server has no position');
  return position;
}
