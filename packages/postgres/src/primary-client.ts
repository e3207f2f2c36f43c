import pg from 'pg';
import { type Servers, serversOf } from './servers.ts';

/** The server is a standby: it takes no writes. */
export class StandbyServer extends Error {
  override readonly name = 'StandbyServer';
  constructor() {
    super('the server is a standby: it takes no writes');
  }
}

/** The server was a primary before another one was promoted: what it holds beyond that is lost. */
export class StaleServer extends Error {
  override readonly name = 'StaleServer';
  constructor(timeline: number, seen: number) {
    super(`the server is on timeline ${timeline}, and timeline ${seen} was seen: another server was promoted after it`);
  }
}

const ignore = (): void => undefined;

/** A standby has no timeline of its own. */
const timelineQuery = `SELECT CASE WHEN NOT pg_is_in_recovery()
  THEN ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END AS timeline`;

/**
 * A client that connects to the primary. Of several servers it tries one per `connect`, and the next client in this process tries another if it
 * failed: callers that connect again reach the primary. It refuses standbys, and primaries with an older timeline than this process has seen.
 */
export class PrimaryClient extends pg.Client {
  readonly #servers: Servers;
  readonly #index: number;

  constructor(config: pg.ClientConfig & { readonly connectionString: string }) {
    const servers = serversOf(config.connectionString);
    super({ ...config, connectionString: servers.urls[servers.current] ?? config.connectionString });
    this.#servers = servers;
    this.#index = servers.current;
  }

  /** @throws StandbyServer, StaleServer, or why the connection failed */
  override connect(): Promise<pg.Client>;
  override connect(done: (error: Error) => void): void;
  override connect(done?: (error: Error) => void): Promise<pg.Client> | void {
    const connected = this.#connect();
    if (done === undefined) return connected;
    // A callback that throws must not look like a failed connection.
    connected.then(
      () => setImmediate(done as (error?: Error) => void),
      (error: Error) => setImmediate(done, error),
    );
  }

  async #connect(): Promise<pg.Client> {
    try {
      await super.connect();
      await this.#checkPrimary();
      return this;
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  async #checkPrimary(): Promise<void> {
    // Whoever made the client adds a listener once it is connected; an error without one ends the process.
    this.on('error', ignore);
    try {
      const { rows } = await this.query<{ timeline: number | null }>(timelineQuery);
      const timeline = rows[0]?.timeline ?? null;
      if (timeline === null) throw new StandbyServer();
      if (timeline < this.#servers.epoch) throw new StaleServer(timeline, this.#servers.epoch);
      this.#servers.epoch = timeline;
    } catch (error) {
      this.end().catch(() => undefined);
      throw error;
    } finally {
      setImmediate(() => setImmediate(() => this.off('error', ignore)));
    }
  }

  /** The next client tries the next server, unless another client has moved on already. */
  #leave(): void {
    const { urls, current } = this.#servers;
    if (current === this.#index) this.#servers.current = (current + 1) % urls.length;
  }
}
