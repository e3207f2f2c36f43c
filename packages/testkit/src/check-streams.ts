import type { Command } from '@fft/engine';
import fc from 'fast-check';
import { commandStream } from './commands/stream.ts';

// A fixed seed makes failures reproducible. `SEED` and `EFFORT` change the seed and the number of runs.
const seed = Number(process.env['SEED'] ?? 20_261);
const effort = Number(process.env['EFFORT'] ?? 1);
const maxShown = 25;

export interface StreamPlan {
  readonly runs: number;
  readonly length: { readonly min: number; readonly max: number };
  /** If true, a failing stream is shrunk. */
  readonly shrinks: boolean;
}

/** Checks a property over random command streams. A failure reports its seed and the last commands, rather than hundreds of them. */
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
  throw new Error([start, ...commands.slice(-maxShown), cause].join('\n'), { cause: details.errorInstance });
}
