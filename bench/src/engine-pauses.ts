import { createEngine } from '@fft/engine';
import { CommandTimes } from './engine/command-times.ts';
import { atMost, type Figure, printFigures, told } from './engine/figures.ts';
import { start } from './engine/orders.ts';
import { Tally } from './engine/ours.ts';
import { endlessSteps, setUp, toCommands } from './engine/stream.ts';

const commandCount = 10_000_000;
const batchSize = 1000;
/** So that two days pass, and ids are forgotten as well as remembered. */
const msEach = 17;

/** How long single commands take, of ten millions one after the other, while two days pass. */
export function pauseFigures(): Figure[] {
  const times = new CommandTimes();
  const engine = createEngine(new Tally());
  for (const command of setUp()) engine.apply(command);
  const steps = endlessSteps(1);
  let time = start;
  for (let count = 0; count < commandCount; count += batchSize) {
    const batch = Array.from({ length: batchSize }, () => steps.next().value);
    for (const command of toCommands(batch)) {
      time += msEach;
      const timed = { ...command, time };
      times.measure(() => engine.apply(timed));
    }
  }
  return [
    atMost('one command, 99.9 % of them within', times.within(0.999), 20, ' µs'),
    told('one command, 99 % of them within', times.within(0.99), ' µs'),
    told('one command, half of them within', times.within(0.5), ' µs'),
    atMost('longest of ten million', times.longestMs, 10, ' ms'),
    told('the same by the clock, with what else the machine does', times.longestByClockMs, ' ms'),
  ];
}

if (import.meta.main) printFigures('engine, single commands', pauseFigures());
