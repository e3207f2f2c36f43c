import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayProcess } from '../gateway-process.ts';
import { familyOf, signalAll } from '../faults/processes.ts';
import type { Random } from '../faults/random.ts';
import { until } from '../faults/until.ts';
import { type DrillFault, writerOf } from './faults.ts';
import { killPoints, type KillPoint } from './points.ts';
import type { Stage } from './stage.ts';

const endedWithinMs = 30_000;
const reachedWithinMs = 10_000;
const attemptsMost = 3;
const randomMs = 100;
/** About the duration of a commit. */
const afterMsMost = 3;

/** Kills between two steps. */
export const killsAtPoints: readonly DrillFault[] = killPoints.map((point) => ({
  name: point.name,
  does: (stage, { random }) => killAt(point, stage, random),
}));

/** Kills at any moment: a server, the one that writes the tables, PostgreSQL's main process alone or with all its workers. */
export const killAtRandom: DrillFault = {
  name: 'at random',
  does: async (stage, { random }) => {
    const part = random.fraction();
    await delay(random.below(randomMs));
    if (part < 0.5) return stage.replace(part < 0.25 ? chosenOf(stage, random) : await untilWriterOf(stage));
    const server = await untilPostgres(stage);
    signalAll(part < 0.75 ? [server] : familyOf(server));
    return untilOther(stage, server);
  },
};

async function killAt({ name, at, kills }: KillPoint, stage: Stage, random: Random): Promise<void> {
  for (let attempt = 0; attempt < attemptsMost; attempt += 1) {
    const gateway = at === 'projector' ? await untilWriterOf(stage) : chosenOf(stage, random);
    const postgres = await untilPostgres(stage);
    gateway.send({ point: name, postgres, afterMs: random.fraction() * afterMsMost });
    if (kills === 'postgres') return untilOther(stage, postgres);
    const isThere = await endsSoon(gateway);
    await stage.replace(gateway);
    if (isThere) return;
  }
  throw new Error(`no server reached the kill point: ${name}`);
}

function chosenOf({ gateways }: Stage, random: Random): GatewayProcess {
  const gateway = random.pickOr(gateways(), null);
  if (!gateway) throw new Error('the stage has no server');
  return gateway;
}

const untilWriterOf = (stage: Stage) => until(() => writerOf(stage), 'no server writes the tables', endedWithinMs);
const untilPostgres = ({ postgres }: Stage) =>
  until(async () => postgres.pid(), 'PostgreSQL is not running', endedWithinMs);

/** Waits until a killed PostgreSQL has been replaced by a new process. */
async function untilOther({ postgres }: Stage, killed: number): Promise<void> {
  const other = async (): Promise<number | null> => (postgres.pid() === killed ? null : postgres.pid());
  await until(other, 'PostgreSQL was not killed, or did not restart', endedWithinMs);
}

/** False if the process does not reach its point, for example because another one has just taken over the tables. */
function endsSoon({ ended }: GatewayProcess): Promise<boolean> {
  const over = new AbortController();
  const tooLong = delay(reachedWithinMs, false, { signal: over.signal }).catch(() => true);
  return Promise.race([ended.then(() => true), tooLong]).finally(() => over.abort());
}
