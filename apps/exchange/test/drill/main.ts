import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drill } from './drill.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    /** The journal in a cluster of NATS, whose servers are killed too. */
    nats: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Small, so that it can be filled; root alone may mount one. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'fft-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'fft-drill', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

const smallDisk = mountSmallDisk();
if (smallDisk === null) say('No disk is filled: that needs one of its own, which root may mount.');
try {
  say(`Seed ${values.seed}`);
  const { found, ...counts } = await drill({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    nats: values.nats,
    ...(smallDisk !== null && { smallDisk }),
    say,
  });
  for (const [what, count] of Object.entries(counts)) say(`${what.padEnd(10)} ${count.toLocaleString('en')}`);
  for (const line of found) say(`✗ ${line}`);
  say(
    found.length === 0
      ? '✓ All that was answered is there, once, and nothing that was refused.'
      : `✗ ${found.length} promises broken.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  if (smallDisk !== null) {
    execFileSync('umount', [smallDisk]);
    rmSync(smallDisk, { recursive: true });
  }
}
