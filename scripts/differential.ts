import { parseArgs } from 'node:util';
import { type Command, Engine } from '@fft/engine';
import { EventRecorder, NaiveEngine, randomStream } from '@fft/testkit';

const streamLength = 400;
const saidEachMs = 10_000;

/**
 * `npm run differential`: engine and oracle over a million random commands of all kinds. Options: `-- --commands 10000000` for a long run,
 * `-- --from 7` for other streams. Events are compared after each command, the whole state after each hundred: `-- --state-each 1` also finds
 * a state that differs for a moment, and takes six times as long. On a difference it exits with 1 and prints the stream's seed;
 * `-- --from <seed> --commands 1` replays it.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      commands: { type: 'string', default: '1000000' },
      from: { type: 'string', default: '1' },
      'state-each': { type: 'string', default: '100' },
    },
  });
  const wanted = Number(values.commands);
  const compareEach = Number(values['state-each']);
  const begun = performance.now();
  let saidAt = begun;
  let done = 0;
  let seed = Number(values.from);
  for (; done < wanted; seed += 1) {
    done += compareStream(seed, compareEach);
    if (performance.now() - saidAt < saidEachMs) continue;
    saidAt = performance.now();
    const minutesLeft = Math.ceil(((saidAt - begun) / done) * ((wanted - done) / 60_000));
    console.log(`${count(done)} of ${count(wanted)} commands, about ${count(minutesLeft)} min to go`);
  }
  console.log(
    `${count(done)} commands in streams ${values.from} to ${seed - 1}: engine and oracle have the same events and balances`,
  );
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

main();
