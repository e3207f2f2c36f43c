import type { Command } from '@fft/engine';
import fc from 'fast-check';
import { commandStream } from './commands/stream.ts';

// One seed for every run, so that a failure is there again; another one, or more runs or fewer, by the environment.
const seed = Number(process.env['SEED'] ?? 20_261);
const effort = Number(process.env['EFFORT'] ?? 1);
const shownMax = 25;

export interface StreamPlan {
  readonly runs: number;
  readonly length: { readonly min: number; readonly max: number };
  /** Whether a failing stream is made as short as it goes. */
  readonly shrinks: boolean;
}

/** Holds a property over random streams of commands. A failure tells its seed and the end of its stream, rather than hundreds of commands. */
export function checkStreams({ runs, length, shrinks }: StreamPlan, holds: (commands: Command[]) => void): void {
  const details = fc.check(fc.property(commandStream(length), holds), {
    seed,
    numRuns: Math.ceil(runs * effort),
    endOnFailure: !shrinks || effort < 1,
  });
  if (!details.failed) return;
  const commands = (details.counterexample?.[0] ?? []).map((command) => fc.stringify(command));
  const start = `SEED=${details.seed}, ${commands.length} commands, the last of them:`;
  const cause = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  throw new Error([start, ...commands.slice(-shownMax), cause].join('\n'), { cause: details.errorInstance });
}
