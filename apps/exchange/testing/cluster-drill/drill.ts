import pg from 'pg';
import { compareOrders, differencesOfBooks, differencesOfGateways, inWords } from '../drill/judge.ts';
import { sendTraffic, untilAnswered, type Traffic } from '../drill/traffic.ts';
import { clusterFaults, type ClusterFault } from './faults.ts';
import { type ClusterStage, type ClusterStageOptions, setClusterStage } from './stage.ts';
import { type Noticed, watchCustomers, type Watch } from './watch.ts';

/** The result of one fault. */
export interface Played extends Noticed {
  readonly fault: string;
  readonly answered: number;
  readonly askedAgain: number;
  /** Every broken promise. */
  readonly found: readonly string[];
}

export interface ClusterDrillOptions extends Omit<ClusterStageOptions, 'hasDisks'> {
  readonly rounds: number;
  /** Plays only faults whose names contain one of these. */
  readonly only: readonly string[];
  readonly note: (played: Played) => void;
  readonly say: (line: string) => void;
}

const paceMs = 20;
const calmOrders = 40;

/** Plays faults one after the other under load. Resolves to what is wrong with the books at the end. */
export async function drillCluster({
  rounds,
  only,
  note,
  say,
  ...place
}: ClusterDrillOptions): Promise<readonly string[]> {
  const faults = clusterFaults.filter(({ name }) => only.some((part) => name.includes(part)));
  const stage = await setClusterStage({ ...place, hasDisks: faults.some(({ needsDisks }) => needsDisks === true) });
  say('The cluster is up.');
  let isFinished = false;
  try {
    const traffic = sendTraffic(stage.entrances, stage.tokens, { run: 'cluster', paceMs });
    const watch = watchCustomers(stage, traffic);
    let after = 0;
    for (let round = 0; round < rounds; round += 1) {
      const fault = faults[round % faults.length];
      if (fault === undefined) break;
      const { played, last } = await play(fault, { stage, traffic, watch, after });
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
  /** The last order of the rounds before. */
  readonly after: number;
}

async function play(
  fault: ClusterFault,
  { stage, traffic, watch, after }: Playing,
): Promise<{ played: Played; last: number }> {
  await untilAnswered(traffic, traffic.count + calmOrders);
  watch.take();
  const [answeredBefore, unknownBefore] = [traffic.count, traffic.unknown];
  await fault.does(stage, () => untilAnswered(traffic, traffic.count + calmOrders));
  await stage.databases.whole();
  await untilAnswered(traffic, traffic.count + calmOrders);
  const noticed = watch.take();
  await traffic.pause();
  const { last, ...orders } = await compareOrders(stage, traffic, after);
  const found = [
    ...traffic.broken,
    ...inWords(orders),
    ...(await differencesOfGateways(stage)),
    ...(await differencesOfServers(stage)),
  ];
  const played = {
    fault: fault.name,
    ...noticed,
    answered: traffic.count - answeredBefore,
    askedAgain: traffic.unknown - unknownBefore,
    found,
  };
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
