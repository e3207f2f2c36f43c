import { createEngine } from '@fft/engine';
import { CommandTimes } from './engine/command-times.ts';
import { atMost, type Figure, printFigures, measured } from './engine/figures.ts';
import { start } from './engine/orders.ts';
import { Tally } from './engine/ours.ts';
import { endlessSteps, setUp, toCommands } from './engine/stream.ts';

const commandCount = 10_000_000;
const batchSize = 1000;
/** Two days of engine time pass, so ids are forgotten as well as remembered. */
const msEach = 17;

/** Times of single commands, over ten million in sequence and two days of engine time. */
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
    atMost('one command, p99.9', times.within(0.999), 20, ' µs'),
    measured('one command, p99', times.within(0.99), ' µs'),
    measured('one command, median', times.within(0.5), ' µs'),
    atMost('longest of ten million commands', times.longestMs, 10, ' ms'),
    measured('longest by wall clock, including preemption', times.longestByClockMs, ' ms'),
  ];
}

if (import.meta.main) printFigures('engine, single commands', pauseFigures());
