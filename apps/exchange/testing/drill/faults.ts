import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '../faults/play-fault.ts';
import { signalAll } from '../faults/processes.ts';
import type { GatewayProcess } from '../gateway-process.ts';
import type { Stage } from './stage.ts';

export type DrillFault = Fault<Stage, 'smallDisk'>;

const stillMs = 1_000;
const fullMs = 3_000;

/** Faults other than a kill between two steps. */
export const faults: readonly DrillFault[] = [
  {
    name: 'PostgreSQL is killed',
    does: async ({ postgres }) => {
      const pid = postgres.pid();
      if (pid !== null) signalAll([pid]);
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
    name: 'the journal stalls, as with a slow disk',
    does: async ({ database }) => {
      const client = await database.pool.connect();
      await client.query('begin; select from journal_head for update');
      await delay(stillMs);
      await client.query('rollback');
      client.release();
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
    does: async ({ disk }) => {
      disk?.fill();
      await delay(fullMs);
      disk?.giveBack();
    },
  },
];

/** Returns the server that writes the tables; null while there is none. */
export async function writerOf({ gateways }: Stage): Promise<GatewayProcess | null> {
  for (const gateway of gateways()) {
    const isWriter = await gateway.figure('fft_projection_writing').catch(() => 0);
    if (isWriter === 1) return gateway;
  }
  return null;
}
