import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyEngine } from './engine-copy.ts';
import { isMissed, type Mutant, rangeOf, withSecondTry } from './mutants/mutant.ts';
import { type Part, parts } from './mutants/parts.ts';
import { runStryker, type StrykerRun } from './mutants/stryker.ts';

/**
 * Mutation tests of the engine with Stryker, in a copy. Each part is first tested with its quick tests, and the survivors again with all.
 * `npm run mutants -- book store` mutates only those parts; `--workers 1` leaves a core free. Exits with 1 if more mutants of a part survive
 * than allowed.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { workers: { type: 'string', default: '2' } },
    allowPositionals: true,
  });
  const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const folder = await copyEngine();
  const begun = performance.now();
  const lines: string[] = [];
  const all: Mutant[] = [];
  try {
    for (const part of chosen) {
      const mutants = await tryPart(part, { folder, workers: Number(values.workers) });
      all.push(...mutants);
      lines.push(lineOf(part.name, mutants));
      if (scoreOf(mutants) < leastScore) process.exitCode = 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'missed.txt'), all.filter(isMissed).map(missedLine).join(''));
  console.log([...lines, lineOf('all', all)].join('\n'));
  console.log(`in ${Math.ceil((performance.now() - begun) / 60_000)} minutes; survivors: ${results}/missed.txt`);
}

/** Per part, in percent. */
const leastScore = 85;
const results = join(import.meta.dirname, '../test-results/mutants');
const source = 'packages/engine/src';

async function tryPart(part: Part, options: Pick<StrykerRun, 'folder' | 'workers'>): Promise<Mutant[]> {
  const places = part.files.map((file) => `${source}/${file}.ts`);
  const suites = part.suites.map((suite) => `${source}/${suite}.test.ts`);
  const first = await runStryker({ ...options, places, suites });
  const missed = first.filter(isMissed).map(rangeOf);
  if (missed.length === 0) return first;
  const second = await runStryker({ ...options, places: missed, suites: [`${source}/**/*.test.ts`] });
  return withSecondTry(first, second);
}

function scoreOf(mutants: readonly Mutant[]): number {
  return (100 * mutants.filter((mutant) => !isMissed(mutant)).length) / mutants.length;
}

function lineOf(name: string, mutants: readonly Mutant[]): string {
  const noticed = mutants.filter((mutant) => !isMissed(mutant)).length;
  return `${name.padEnd(10)} ${noticed} of ${mutants.length} noticed, ${scoreOf(mutants).toFixed(1)} %`;
}

function missedLine({ file, place: { start }, kind, replacement }: Mutant): string {
  return `${file}:${start.line}:${start.column} ${kind}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}\n`;
}

await main();
