import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { v8Flags } from '../../../scripts/bundle.ts';
import { compareInTurns, type Figures, type Pair } from './row.ts';

const rounds = 3;

/** Programs of the engine's bench, and the lines that are compared. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'engine-flat.ts': ['place or cancel, 1,000 resting', 'ratio of 1,000,000 to 1,000 resting'],
  'engine-mix.ts': ["exchange-core's mix"],
};

/** The engine alone, in a process of its own each time, with the flags of the built server. */
export async function compareEngine(trees: Pair<string>): Promise<void> {
  for (const [program, lines] of Object.entries(programs)) {
    const measure = async (tree: string): Promise<Figures> => {
      const script = join(tree, 'bench/src', program);
      const { stdout } = await promisify(execFile)(process.execPath, [...v8Flags, script]);
      return Object.fromEntries(lines.map((name) => [name, valueIn(stdout, name)]));
    };
    await compareInTurns('engine', trees, measure, rounds);
  }
}

/** The number after a line's name. */
function valueIn(printed: string, name: string): number {
  const line = printed.split('\n').find((each) => each.trim().startsWith(`${name} `));
  const value = line?.trim().slice(name.length).trim().split(' ')[0]?.replaceAll(',', '');
  if (value === undefined) throw new Error(`the bench printed no “${name}”`);
  return Number(value);
}
