import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayProcess } from '../gateway-process.ts';
import { type Fault, writerOf } from './faults.ts';
import { killPoints, type KillPoint } from './points.ts';
import { killAll, postgresProcesses } from './postgres-processes.ts';
import type { Stage } from './stage.ts';

const endedWithinMs = 30_000;
const reachedWithinMs = 10_000;
const attemptsMost = 3;
const lookAgainMs = 10;
const randomMs = 100;
/** About the duration of a commit. */
const afterMsMost = 3;

/** Kills between two steps. */
export const killsAtPoints: readonly Fault[] = killPoints.map((point) => ({
  name: point.name,
  does: (stage, random) => killAt(point, stage, random),
  // Messages to NATS aren't watched.
  ...(point.step === 'journal_append' && { needs: 'postgresJournal' }),
}));

/** Kills at any moment: a server, the one that writes the tables, PostgreSQL's main process alone or with all its workers. */
export const killAtRandom: Fault = {
  name: 'at random',
  does: async (stage, random) => {
    const part = random();
    await delay(random() * randomMs);
    if (part < 0.5) return stage.replace(part < 0.25 ? chosenOf(stage, random) : await untilWriterOf(stage));
    const server = await untilPostgres(stage);
    killAll(part < 0.75 ? [server] : postgresProcesses(server));
    return untilOther(stage, server);
  },
};

async function killAt({ name, at, kills }: KillPoint, stage: Stage, random: () => number): Promise<void> {
  for (let attempt = 0; attempt < attemptsMost; attempt += 1) {
    const gateway = at === 'projector' ? await untilWriterOf(stage) : chosenOf(stage, random);
    const postgres = await untilPostgres(stage);
    gateway.send({ point: name, postgres, afterMs: random() * afterMsMost });
    if (kills === 'postgres') return untilOther(stage, postgres);
    const isThere = await endsSoon(gateway);
    await stage.replace(gateway);
    if (isThere) return;
  }
  throw new Error(`no server reached the kill point: ${name}`);
}

function chosenOf({ gateways }: Stage, random: () => number): GatewayProcess {
  const gateway = gateways()[Math.floor(random() * gateways().length)];
  if (!gateway) throw new Error('the stage has no server');
  return gateway;
}

const untilWriterOf = (stage: Stage) => until(() => writerOf(stage), 'no server writes the tables');
const untilPostgres = ({ postgres }: Stage) => until(async () => postgres.pid(), 'PostgreSQL is not running');

/** Waits until a killed PostgreSQL has been replaced by a new process. */
async function untilOther({ postgres }: Stage, killed: number): Promise<void> {
  const other = async (): Promise<number | null> => (postgres.pid() === killed ? null : postgres.pid());
  await until(other, 'PostgreSQL was not killed, or did not restart');
}

async function until<T>(look: () => Promise<T | null>, otherwise: string): Promise<T> {
  const end = performance.now() + endedWithinMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(otherwise);
    await delay(lookAgainMs);
  }
}

/** False if the process does not reach its point, for example because another one has just taken over the tables. */
function endsSoon({ ended }: GatewayProcess): Promise<boolean> {
  const over = new AbortController();
  const tooLong = delay(reachedWithinMs, false, { signal: over.signal }).catch(() => true);
  return Promise.race([ended.then(() => true), tooLong]).finally(() => over.abort());
}
