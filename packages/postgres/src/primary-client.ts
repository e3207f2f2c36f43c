import pg from 'pg';
import { watchServers } from './server-watch.ts';
import { cut, type HeldClient, promote, refuseAnswer, type Servers, serversOf } from './servers.ts';
import { readTimeline } from './timeline.ts';

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

/** The commit is on the primary, but its wait for the standby was cut short: a failover may lose it. */
export class UnconfirmedCommit extends Error {
  override readonly name = 'UnconfirmedCommit';
  constructor() {
    super('no standby confirmed the commit: its outcome is unknown');
  }
}

/** The function of PostgreSQL that waits for standbys. Its warning has no code of its own, and its text is translated. */
const standbyWait = 'SyncRepWaitForLSN';

/** Of several servers one may hang, and the next must get its turn. */
const connectWithinMs = 5_000;

type PrimaryConfig = pg.ClientConfig & { readonly connectionString: string };

const ignore = (): void => undefined;

/**
 * A client that connects to the primary. Of several servers it tries one per `connect`, and the next client in this process tries another if it
 * failed: callers that connect again reach the primary. It refuses standbys, and primaries with an older timeline than this process has seen;
 * connections to those end once a newer one is seen.
 *
 * PostgreSQL lets a commit succeed, with a warning, if someone cancels its wait for the standby. Here it fails with {@link UnconfirmedCommit}.
 */
export class PrimaryClient extends pg.Client implements HeldClient {
  readonly #servers: Servers;
  readonly index: number;

  constructor(config: PrimaryConfig) {
    const servers = serversOf(config.connectionString);
    const connectionTimeoutMillis = config.connectionTimeoutMillis ?? (servers.urls.length > 1 ? connectWithinMs : 0);
    const connectionString = servers.urls[servers.current] ?? config.connectionString;
    super({ ...config, connectionTimeoutMillis, connectionString });
    this.#servers = servers;
    this.index = servers.current;
    this.on('notice', ({ routine }) => {
      if (routine === standbyWait) refuseAnswer(this, new UnconfirmedCommit());
    });
  }

  drop(): void {
    cut(this);
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
    this.#hold();
    try {
      await super.connect();
      await this.#checkPrimary();
      return this;
    } catch (error) {
      this.#servers.clients.delete(this);
      this.#leave();
      throw error;
    }
  }

  #hold(): void {
    if (this.#servers.urls.length === 1) return;
    this.#servers.clients.add(this);
    this.once('end', () => this.#servers.clients.delete(this));
    watchServers(this.#servers);
  }

  async #checkPrimary(): Promise<void> {
    // Whoever made the client adds a listener once it is connected; an error without one ends the process.
    this.on('error', ignore);
    try {
      const timeline = await readTimeline(this);
      if (timeline === null) throw new StandbyServer();
      if (timeline < this.#servers.epoch) throw new StaleServer(timeline, this.#servers.epoch);
      if (timeline > this.#servers.epoch) promote(this.#servers, this.index, timeline);
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
    if (current === this.index) this.#servers.current = (current + 1) % urls.length;
  }
}
