import pg from 'pg';
import { compareOrders, differencesOfBooks, differencesOfGateways, inWords } from '../drill/judge.ts';
import { sendTraffic, type Traffic } from '../drill/traffic.ts';
import { losingDoors } from '../faults/losing-doors.ts';
import { type PlayedFault, playFault } from '../faults/play-fault.ts';
import { createRandom, type Random } from '../faults/random.ts';
import { clusterFaults, type ClusterFault } from './faults.ts';
import { type ClusterStage, type ClusterStageOptions, setClusterStage } from './stage.ts';
import { type Noticed, watchCustomers, type Watch } from './watch.ts';

/** The result of one fault. */
export interface Played extends Noticed, Pick<PlayedFault, 'answered' | 'askedAgain'> {
  readonly fault: string;
  /** Every broken promise. */
  readonly found: readonly string[];
}

export interface ClusterDrillOptions extends Omit<ClusterStageOptions, 'hasDisks'> {
  readonly rounds: number;
  /** Number of the first fault that is played, from 1 on; the faults follow each other in a circle. */
  readonly from: number;
  /** Plays only faults whose names contain one of these; those of disks where root can mount one. */
  readonly only: readonly string[];
  /** Lets confirmed orders get lost, which must be found. */
  readonly canary: boolean;
  readonly note: (played: Played) => void;
  readonly say: (line: string) => void;
}

const paceMs = 20;
const calmOrders = 40;

/** Plays faults one after the other under load. Resolves to what is wrong with the books at the end. */
export async function drillCluster({
  rounds,
  from,
  only,
  canary,
  note,
  say,
  ...place
}: ClusterDrillOptions): Promise<readonly string[]> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) say('No disk will be full: mounting small disks needs root.');
  const possible = clusterFaults
    .filter(({ name }) => only.some((part) => name.includes(part)))
    .filter(({ needs }) => needs === undefined || isRoot);
  if (possible.length === 0) throw new Error('there is no such fault to play');
  const faults = Array.from({ length: rounds }, (_, index) => possible[(from - 1 + index) % possible.length]);
  const stage = await setClusterStage({ ...place, hasDisks: faults.some((fault) => fault?.needs === 'disks') });
  say('The cluster is up.');
  let isFinished = false;
  try {
    const doors = canary ? losingDoors(stage.entrances) : stage.entrances;
    const traffic = sendTraffic(doors, stage.tokens, { run: 'cluster', paceMs });
    const watch = watchCustomers(stage, traffic);
    let after = 0;
    const random = createRandom(from, 0);
    for (const fault of faults) {
      if (fault === undefined) break;
      const { played, last } = await play(fault, { stage, traffic, watch, random, after });
      after = last;
      note(played);
    }
    await traffic.stop();
    await watch.stop();
    if (stage.restarts() > 0) say(`Gateways ended and were started again ${stage.restarts()} times.`);
    const differences = await differencesOfBooks(stage);
    isFinished = true;
    return differences;
  } finally {
    if (!isFinished) say(`The drill broke off; the servers’ logs are in ${stage.folder}.`);
    await stage.close({ keepsLogs: !isFinished });
  }
}

interface Playing {
  readonly stage: ClusterStage;
  readonly traffic: Traffic;
  readonly watch: Watch;
  readonly random: Random;
  /** The last order of the rounds before. */
  readonly after: number;
}

async function play(
  fault: ClusterFault,
  { stage, traffic, watch, random, after }: Playing,
): Promise<{ played: Played; last: number }> {
  const untilWhole: Pick<ClusterFault, 'does'> = {
    does: async (...given) => {
      await fault.does(...given);
      await stage.databases.whole();
    },
  };
  const playing = { stage, traffic, random, calmOrders, backOrders: calmOrders, onBegin: () => watch.take() };
  const { answered, askedAgain } = await playFault(untilWhole, playing);
  const noticed = watch.take();
  await traffic.pause();
  const { last, ...orders } = await compareOrders(stage, traffic, after);
  const found = [
    ...traffic.broken,
    ...inWords(orders),
    ...(await differencesOfGateways(stage)),
    ...(await differencesOfServers(stage)),
  ];
  const played = { fault: fault.name, ...noticed, answered, askedAgain, found };
  traffic.forget();
  traffic.resume();
  return { played, last };
}

/** One server takes writes, and no other. */
async function differencesOfServers({ databases }: ClusterStage): Promise<string[]> {
  const standbys = await Promise.all(databases.members.map(({ url }) => isStandby(url)));
  const primaries = standbys.filter((each) => !each).length;
  return primaries === 1 ? [] : [`${primaries} servers take writes`];
}

async function isStandby(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
  await client.end();
  return rows[0]?.is ?? false;
}
