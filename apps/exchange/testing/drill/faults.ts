import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayProcess } from '../gateway-process.ts';
import type { Stage } from './stage.ts';

export type Ground = 'smallDisk' | 'postgresJournal' | 'nats';

/** Something that goes wrong. Resolves when it is over, as far as anybody has to do something about it. */
export interface Fault {
  readonly name: string;
  readonly does: (stage: Stage, random: () => number) => Promise<void>;
  /** What it does damage to, where that isn't always there: a disk of its own to fill, the journal in PostgreSQL or in a cluster of NATS. */
  readonly needs?: Ground;
}

const stillMs = 1_000;
const fullMs = 3_000;
/** Longer than the others take to notice, and to elect another where it led. */
const awayMs = 12_000;

/** Those that aren't a kill between two steps. */
export const faults: readonly Fault[] = [
  {
    name: 'PostgreSQL is killed',
    does: async ({ postgres }) => {
      const pid = postgres.pid();
      if (pid !== null) process.kill(pid, 'SIGKILL');
    },
  },
  {
    name: 'every connection to PostgreSQL is cut',
    does: async ({ database }) => {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
    },
  },
  {
    name: 'the journal stands still, as with a slow disk',
    needs: 'postgresJournal',
    does: async ({ database }) => {
      const client = await database.pool.connect();
      await client.query('begin; select from journal_head for update');
      await delay(stillMs);
      await client.query('rollback');
      client.release();
    },
  },
  {
    name: 'one of three servers of NATS is killed',
    needs: 'nats',
    does: async ({ nats }, random) => {
      const servers = nats?.servers ?? [];
      const server = servers[Math.floor(random() * servers.length)];
      await server?.kill();
      await delay(awayMs);
      await server?.start();
    },
  },
  {
    name: 'two of three servers of NATS are killed',
    needs: 'nats',
    does: async ({ nats }, random) => {
      const servers = nats?.servers ?? [];
      const left = Math.floor(random() * servers.length);
      const killed = servers.filter((_, index) => index !== left);
      await Promise.all(killed.map((server) => server.kill()));
      await delay(stillMs);
      await Promise.all(killed.map((server) => server.start()));
    },
  },
  {
    name: 'the clock of a server jumps ten minutes ahead, and back',
    does: async (stage) => {
      const [gateway] = stage.gateways();
      gateway?.signal('SIGUSR2');
      await delay(stillMs);
      gateway?.signal('SIGUSR2');
    },
  },
  {
    name: 'the disk is full',
    needs: 'smallDisk',
    does: async ({ dataDir }) => {
      const file = join(dataDir, 'what-fills-the-disk');
      fillDisk(file);
      await delay(fullMs);
      rmSync(file);
    },
  },
];

/** Writes until nothing more fits. */
function fillDisk(file: string): void {
  const descriptor = openSync(file, 'w');
  const piece = Buffer.alloc(4_096);
  try {
    for (let free = 1; free > 0;) {
      writeSync(descriptor, piece);
      free = statfsSync(file).bavail;
    }
  } catch {
    // Full, which is what was wanted.
  } finally {
    closeSync(descriptor);
  }
}

/** The server that writes the tables; null while none does. */
export async function writerOf({ gateways }: Stage): Promise<GatewayProcess | null> {
  for (const gateway of gateways()) {
    const isWriter = await gateway.figure('fft_projection_writing').catch(() => 0);
    if (isWriter === 1) return gateway;
  }
  return null;
}
