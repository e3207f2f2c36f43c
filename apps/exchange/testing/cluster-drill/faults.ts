import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Member, postgresBin } from '../cluster/member.ts';
import { Program } from '../cluster/program.ts';
import { otherBuild } from '../other-build.ts';
import type { Fault } from '../faults/play-fault.ts';
import { familyOf, signalAll } from '../faults/processes.ts';
import { untilUp } from '../faults/until.ts';
import type { SmallDisk } from '../faults/small-disk.ts';
import type { ClusterStage } from './stage.ts';

export type ClusterFault = Fault<ClusterStage, 'disks'>;

/** How long a former primary stays beside its successor. */
const besideMs = 2_000;
/** How long a disk is full. */
const fullMs = 5_000;
/** Until a connection writes WAL. */
const settledMs = 500;

/** A later version, with a migration that adds a column and an index. */
const newerBuild = otherBuild({
  version: '99.0.0',
  migrations: {
    '9999-drill': {
      sql: `alter table orders add column added_by_drill text not null default 'x'`,
      indexes: [{ name: 'candles_by_drill', on: 'candles (market, open_ticks)' }],
    },
  },
});

export const clusterFaults: readonly ClusterFault[] = [
  {
    name: 'PostgreSQL of the primary is killed',
    does: async ({ databases }) => {
      const primary = await databases.leader();
      signalAll(processesOf(primary));
      await databases.leader(primary);
    },
  },
  {
    name: 'the primary’s machine is gone, and returns',
    does: async ({ databases }, { answers }) => {
      const primary = await databases.leader();
      await killMachine(primary);
      await databases.leader(primary);
      await answers();
      startMachine(primary);
    },
  },
  {
    name: 'the primary is cut off from etcd',
    does: async ({ databases, doors }, { answers }) => {
      const primary = await databases.leader();
      const own = doors.get(primary.machine) ?? [];
      for (const door of own) await door.shut();
      await databases.leader(primary);
      await answers();
      for (const door of own) await door.open();
    },
  },
  {
    name: 'the primary’s machine freezes, and returns',
    does: async ({ databases }, { answers }) => {
      const primary = await databases.leader();
      const frozen = [
        ...processesOf(primary),
        ...[primary.patroni.pid, primary.etcd.pid].filter((pid) => pid !== null),
      ];
      signalAll(frozen, 'SIGSTOP');
      try {
        await databases.leader(primary);
        await answers();
      } finally {
        signalAll(frozen, 'SIGCONT');
      }
    },
  },
  {
    name: 'the primary’s Patroni freezes, so the primary stays one',
    does: async ({ databases }, { answers }) => {
      const primary = await databases.leader();
      primary.patroni.signal('SIGSTOP');
      try {
        await databases.leader(primary);
        await answers();
        await delay(besideMs);
      } finally {
        primary.patroni.signal('SIGCONT');
      }
    },
  },
  {
    name: 'the leader of etcd is killed',
    does: async ({ databases }) => {
      const leader = await untilUp(() => etcdLeader(databases.members), 'etcd has no leader');
      await leader.etcd.stop('SIGKILL');
      const another = async (): Promise<Member | null> => {
        const found = await etcdLeader(databases.members.filter((member) => member !== leader));
        return found === leader ? null : found;
      };
      await untilUp(another, 'etcd elects no leader');
      leader.etcd.start();
    },
  },
  {
    name: 'a standby is gone, and returns',
    does: async ({ databases }, { answers }) => {
      const primary = await databases.leader();
      const standby = databases.members.find((member) => member !== primary);
      if (standby === undefined) throw new Error('there is no standby');
      await killMachine(standby);
      await answers();
      startMachine(standby);
    },
  },
  {
    name: 'a stale primary returns as a primary, and its successor is killed',
    does: async (stage, { answers }) => {
      const { databases, folder } = stage;
      const old = await databases.leader();
      await killMachine(old);
      await databases.leader(old);
      await answers();
      const successor = await databases.leader(old);
      const stale = staleServer(old, folder);
      stale.start();
      const before = await untilUp(() => headOf(old), 'the stale server does not start');
      // The exchange looks for a primary again, and meets the stale one.
      signalAll(processesOf(successor));
      await answers();
      const after = await headOf(old);
      await stale.stop('SIGINT');
      startMachine(old);
      if (after !== before) throw new Error(`the stale server was written to: ${before} became ${after}`);
    },
  },
  {
    name: 'both gateways are upgraded, one after the other, and rolled back',
    does: async ({ roll }, { answers }) => {
      await roll(newerBuild);
      await answers();
      await roll(null);
    },
  },
  {
    // It stays the primary, as PostgreSQL and Patroni live on: no one can write until there is room.
    name: 'the primary’s disk is full for a while',
    needs: 'disks',
    does: async ({ databases, disks }) => {
      const disk = diskOf(await databases.leader(), disks);
      disk.fill();
      await delay(fullMs);
      disk.giveBack();
    },
  },
  {
    name: 'the primary’s disk is full, and has no room for WAL',
    needs: 'disks',
    does: async ({ databases, disks }, { answers }) => {
      const primary = await databases.leader();
      const disk = diskOf(primary, disks);
      const ended = writeWal(primary);
      try {
        await delay(settledMs);
        disk.fill();
        await ended;
        await databases.leader(primary);
        await answers();
      } finally {
        disk.giveBack();
      }
    },
  },
  {
    name: 'the disks of all servers are full for a while',
    needs: 'disks',
    does: async ({ disks }) => {
      for (const disk of disks.values()) disk.fill();
      await delay(fullMs);
      for (const disk of disks.values()) disk.giveBack();
    },
  },
];

function processesOf(member: Member): readonly number[] {
  const pid = member.postgresPid();
  return pid === null ? [] : familyOf(pid);
}

async function killMachine(member: Member): Promise<void> {
  await Promise.all([member.patroni.stop('SIGKILL'), member.etcd.stop('SIGKILL')]);
  signalAll(processesOf(member));
}

function startMachine({ etcd, patroni }: Member): void {
  etcd.start();
  patroni.start();
}

function diskOf({ name, machine }: Member, disks: ClusterStage['disks']): SmallDisk {
  const disk = disks.get(machine);
  if (disk === undefined) throw new Error(`${name} has no disk of its own`);
  return disk;
}

/** Writes WAL alone, without tables, until the server breaks. */
async function writeWal({ url }: Member): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (;;) await client.query(`select pg_logical_emit_message(false, 'drill', repeat('x', 100000))`);
  } catch {
    // It wrote what it could.
  } finally {
    client.end().catch(() => undefined);
  }
}

/** The member whose etcd leads; null if none does. */
async function etcdLeader(members: readonly Member[]): Promise<Member | null> {
  const answers = await Promise.all(
    members.map(async (member) => {
      const url = `${member.etcdUrl}/v2/stats/self`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      const { state } = ((await answer?.json()) ?? {}) as { readonly state?: string };
      return state === 'StateLeader' ? member : null;
    }),
  );
  return answers.find((member) => member !== null) ?? null;
}

/** A former primary's PostgreSQL as someone might start it by hand: it takes writes, and waits for no standby. */
function staleServer(member: Member, folder: string): Program {
  const { hostname, port } = new URL(member.url);
  const settings = { listen_addresses: hostname, port, synchronous_standby_names: '', unix_socket_directories: '' };
  const command = [
    `${postgresBin()}/postgres`,
    '-D',
    member.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  return new Program({ user: member.user, command, logFile: `${folder}/stale.log`, isKept: false });
}

/** The journal's last entry at one server. */
async function headOf({ url }: Member): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ sequence: string }>('select sequence from journal_head');
    return Number(rows[0]?.sequence);
  } finally {
    await client.end();
  }
}
