import { createEngine, type Command, silentListener } from '@fft/engine';
import { Packr } from 'msgpackr';
import { atLeast, type Figure, printFigures } from './engine/figures.ts';
import { LeastTime } from './engine/least-time.ts';
import { start } from './engine/orders.ts';
import { makeStream, setUp, toCommands } from './engine/stream.ts';

const commandCount = 400_000;
const batchSize = 300;
const rounds = 5;

/** Decodes and applies a journal's batches without a listener: a start without a snapshot. */
export function replayFigures(): Figure[] {
  const packr = new Packr({ useRecords: true, structuredClone: false, moreTypes: false });
  const commands = toCommands(makeStream(1, commandCount)).map((command) => ({ ...command, time: start }));
  const batches: Uint8Array[] = [];
  for (let from = 0; from < commands.length; from += batchSize) {
    batches.push(new Uint8Array(packr.pack([1, commands.slice(from, from + batchSize)])));
  }
  const time = new LeastTime();
  for (let round = 0; round < rounds; round += 1) {
    const engine = createEngine(silentListener);
    for (const command of setUp()) engine.apply(command);
    batches.forEach((batch, index) => {
      time.measure(index, () => {
        const [, read] = packr.unpack(batch) as [number, Command[]];
        for (const command of read) engine.apply(command);
      });
    });
  }
  return [atLeast('replay with decoding', (commandCount / time.ms) * 1000, 1_000_000, ' commands/s')];
}

if (import.meta.main) printFigures('engine, replay', replayFigures());
