import { availableParallelism, totalmem } from 'node:os';
import { serversOf, PrimaryClient } from '@fft/postgres';
import { SettingsError, type Settings } from '../config/settings.ts';
import { connectionsOfProcess } from '../database/pools.ts';

export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
  /** Connections that the database accepts; null for the embedded one, which accepts as many as are needed. */
  readonly connections: number | null;
}

/** PostgreSQL has as much work with an order as the gateway: half of the cores stay free for it, the tables' writer and the system. */
const coresOfGateway = 2;
/** Each process holds a replica of all books and balances. */
const memoryOfGateway = 2 * 1024 ** 3;
/** A second start of the same size has room, on another port for an upgrade or on another machine. */
const shareOfConnections = 0.5;
/** Beyond it each order costs more in the replicas than another process adds. */
const maxByItself = 8;
/** For people, backups and monitoring. */
export const connectionsBesides = 12;

/** @throws SettingsError if the database accepts fewer connections than the wanted number of processes needs */
export function countGateways(
  { gateways, roles, databaseUrl }: Pick<Settings, 'gateways' | 'roles' | 'databaseUrl'>,
  { cores, memoryBytes, connections }: Machine,
): number {
  const room = connections === null ? Infinity : connections - connectionsBesides;
  if (gateways !== 'auto') {
    const needed = gateways * connectionsOfProcess + connectionsBesides;
    if (gateways > 1 && gateways * connectionsOfProcess > room) {
      throw new SettingsError([
        `GATEWAYS=${gateways} needs ${needed} connections, and the database accepts ${connections}: raise max_connections of PostgreSQL, or set a smaller number`,
      ]);
    }
    return gateways;
  }
  if (!roles.includes('gateway')) return 1;
  // A database on several servers is usually shared by several machines, whose connections this one can't know.
  if (databaseUrl !== null && serversOf(databaseUrl).urls.length > 1) return 1;
  const byMemory = Math.floor(memoryBytes / memoryOfGateway);
  const byConnections = Math.floor((room * shareOfConnections) / connectionsOfProcess);
  return Math.max(1, Math.min(Math.floor(cores / coresOfGateway), byMemory, byConnections, maxByItself));
}

/** Asks the system, and the database if several processes may come into question. */
export async function thisMachine({ gateways, databaseUrl }: Settings): Promise<Machine> {
  const constrained = process.constrainedMemory();
  const memoryBytes = Math.min(totalmem(), constrained > 0 ? constrained : Infinity);
  const cores = availableParallelism();
  const mayBeSeveral = gateways === 'auto' ? cores >= 2 * coresOfGateway : gateways > 1;
  const connections = databaseUrl !== null && mayBeSeveral ? await connectionsOf(databaseUrl) : null;
  return { cores, memoryBytes, connections };
}

async function connectionsOf(connectionString: string): Promise<number> {
  const client = new PrimaryClient({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as taken`,
    );
    return rows[0]?.taken ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}
