import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SmallDisk } from '../faults/small-disk.ts';
import { drill } from './drill.ts';
import { drillLong } from './long-drill.ts';
import { Results } from './results.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    /** Loses confirmed orders, which must be found. */
    canary: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Only kills, at each of the named points and at random. */
    long: { type: 'boolean', default: false },
    kills: { type: 'string', default: '200' },
    random: { type: 'string', default: '1000' },
    /** File of a long drill's results, from which an interrupted one continues. */
    results: { type: 'string', default: join(tmpdir(), 'fft-long-drill.jsonl') },
    /** A long drill pauses while this file exists. */
    hold: { type: 'string' },
  },
});
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Only root may mount one. */
function mountSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'fft-small-disk-'));
  try {
    return new SmallDisk(folder);
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

async function everyFault(): Promise<readonly string[]> {
  const { canary } = values;
  const disk = canary ? null : mountSmallDisk();
  if (disk === null && !canary) say('Skipping the full disk: mounting a small disk needs root.');
  try {
    say(`Seed ${values.seed}`);
    const [rounds, seed] = [canary ? 1 : Number(values.rounds), Number(values.seed)];
    const { found, ...counts } = await drill({ rounds, seed, canary, ...(disk && { disk }), say });
    for (const [what, count] of Object.entries(counts)) say(`${what.padEnd(10)} ${count.toLocaleString('en')}`);
    return found;
  } finally {
    disk?.unmount();
    if (disk) rmSync(disk.folder, { recursive: true });
  }
}

async function manyKills(): Promise<readonly string[]> {
  const { kills, random, hold } = values;
  const results = new Results(values.results);
  let seed = Number(values.seed);
  const options = {
    atEachPoint: Number(kills),
    atRandom: Number(random),
    played: (point: string) => results.killsAt(point),
    isHeld: () => hold !== undefined && existsSync(hold),
  };
  for (let isMore = true; isMore; seed += 1) {
    say(`Seed ${seed}, into ${values.results}`);
    let begun = performance.now();
    const note: Parameters<typeof drillLong>[0]['note'] = (tally) => {
      results.add(tally);
      const seconds = (performance.now() - begun) / 1_000 / tally.kills;
      say(`${tally.point}: ${tally.kills} kills, ${seconds.toFixed(1)} s each, ${tally.found.length} differences`);
      begun = performance.now();
    };
    isMore = await drillLong({ ...options, seed, note, say });
  }
  for (const line of results.table()) say(line);
  return results.found;
}

const found = values.long ? await manyKills() : await everyFault();
for (const line of found) say(`✗ ${line}`);
say(
  found.length === 0
    ? '✓ Every answered order exists once, and no refused order exists.'
    : `✗ ${found.length} broken promises.`,
);
process.exitCode = found.length === 0 ? 0 : 1;
