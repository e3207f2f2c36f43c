import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, Engine } from '@fft/engine';
import { EventRecorder, NaiveEngine, randomStream } from '@fft/testkit';
import { plantedBugs } from './bugs/planted-bugs.ts';
import { copyEngine, plantBug } from './engine-copy.ts';

const streamLength = 400;
const saidEachMs = 10_000;

/**
 * `npm run differential`: engine and oracle over a million random commands of all kinds. Options: `-- --commands 10000000` for a long run,
 * `-- --from 7` for other streams. Events are compared after each command, the whole state after each hundred: `-- --state-each 1` also finds
 * a state that differs for a moment, and takes six times as long. On a difference it exits with 1 and prints the stream's seed;
 * `-- --from <seed> --commands 1` replays it. `-- --streams 2500` counts streams instead of commands. `-- --canary` must find a difference.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      commands: { type: 'string', default: '1000000' },
      from: { type: 'string', default: '1' },
      streams: { type: 'string' },
      'state-each': { type: 'string', default: '100' },
      canary: { type: 'boolean', default: false },
    },
  });
  const { from, streams = 'Infinity' } = values;
  if (values.canary) return playCanary(['--from', from, '--streams', streams]);
  const wanted = values.streams === undefined ? Number(values.commands) : Infinity;
  const end = Number(from) + Number(streams);
  const compareEach = Number(values['state-each']);
  const begun = performance.now();
  let saidAt = begun;
  let done = 0;
  let seed = Number(from);
  for (; done < wanted && seed < end; seed += 1) {
    done += compareStream(seed, compareEach);
    if (performance.now() - saidAt < saidEachMs) continue;
    saidAt = performance.now();
    const part = Math.max(done / wanted, (seed + 1 - Number(from)) / Number(streams));
    const minutesLeft = Math.ceil(((saidAt - begun) * (1 / part - 1)) / 60_000);
    console.log(`${count(done)} commands, about ${count(minutesLeft)} min to go`);
  }
  console.log(
    `${count(done)} commands in streams ${from} to ${seed - 1}: engine and oracle have the same events and balances`,
  );
}

/** Plays streams to a copy of the engine in which one order in 64 goes to the front of its queue. */
async function playCanary(words: readonly string[]): Promise<void> {
  const bug = plantedBugs.find(({ name }) => name === 'a new order goes to the front of its queue');
  if (bug === undefined) throw new Error('the bug to plant is gone');
  const folder = await copyEngine();
  try {
    await plantBug(folder, { ...bug, wrong: `if (order % 64 === 0) {${bug.wrong}} else {${bug.right}}` });
    const program = join(folder, 'scripts/differential.ts');
    process.exitCode = spawnSync(process.execPath, [program, ...words], { stdio: 'inherit' }).status ?? 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Plays one stream to both. Returns its number of commands. */
function compareStream(seed: number, compareEach: number): number {
  const commands = randomStream(seed, streamLength);
  const recorder = new EventRecorder();
  const oracleEvents = new EventRecorder();
  const engine = new Engine(recorder);
  const oracle = new NaiveEngine(oracleEvents);
  commands.forEach((command, index) => {
    engine.apply(command);
    oracle.apply(command);
    const isSame = recorder.take().join('\n') === oracleEvents.take().join('\n');
    if (!isSame) fail(seed, index, command, 'events');
    const isCompared = index % compareEach === 0 || index === commands.length - 1;
    if (isCompared && engine.stateHash() !== oracle.stateHash()) fail(seed, index, command, 'state');
  });
  engine.validate();
  return commands.length;
}

function fail(seed: number, index: number, command: Command, what: string): never {
  throw new Error(
    `stream ${seed}, command ${index} (${JSON.stringify(command)}): the ${what} of engine and oracle differ`,
  );
}

function count(number: number): string {
  return number.toLocaleString('en');
}

await main();
