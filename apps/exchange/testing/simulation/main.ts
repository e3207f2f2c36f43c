import { parseArgs } from 'node:util';
import { lossyEngines } from './lossy-engine.ts';
import { simulateMany } from './many-lives.ts';

/**
 * `npm run simulate`: 2,000 simulated exchanges in which everything goes wrong. `-- --seeds 1000000` runs longer, `-- --seed 7` repeats that seed,
 * `-- --commands 500` sets the number of commands of each. `-- --canary` lets the engines lose a command now and then, which must be found. Exits with code 1 if one breaks, and prints the command that repeats it.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    commands: { type: 'string', default: '500' },
    canary: { type: 'boolean', default: false },
  },
});
const from = Number(values.seed ?? values.from);
const seeds = Number(values.seeds ?? (values.seed === undefined ? 2_000 : 1));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const count = (number: number): string => number.toLocaleString('en');

const begun = performance.now();
let saidAt = begun;
try {
  const onLife = (done: number): void => {
    if (performance.now() - saidAt < 10_000) return;
    saidAt = performance.now();
    const leftS = ((saidAt - begun) / done) * (seeds - done);
    say(`${count(done)} of ${count(seeds)} seeds, about ${count(Math.ceil(leftS / 60_000))} min to go`);
  };
  const createEngine = values.canary ? { createEngine: lossyEngines(10_000) } : {};
  const all = await simulateMany(from, seeds, Number(values.commands), { onLife, ...createEngine });
  for (const line of all.coverage.table()) say(line);
  say('');
  for (const [mishap, times] of [...all.mishaps].toSorted(([a], [b]) => a.localeCompare(b))) {
    say(`${mishap.padEnd(30)} ${count(times).padStart(12)}`);
  }
  for (const [tick, fills] of all.fillsByTick)
    say(`${`fills in markets of tick ${tick}`.padEnd(30)} ${count(fills).padStart(12)}`);
  const empty = all.coverage.emptyCells;
  say('');
  say(
    `${count(seeds)} seeds, ${count(all.commands)} commands, ${count(all.entries)} journal entries: all invariants held`,
  );
  say(
    empty.length === 0
      ? 'every cell of the table is covered'
      : `cells without coverage (run more seeds): ${empty.join(', ')}`,
  );
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}
