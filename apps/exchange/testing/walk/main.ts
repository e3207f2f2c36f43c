/** Pastes the commands of `docs/operations` into empty Debian machines, in containers, and trades there: `npm run walk`. */
import { resolve, join } from 'node:path';
import { parseArgs } from 'node:util';
import { walkCluster } from './cluster.ts';
import { walkGuide } from './guide.ts';
import { killMachines } from './machine.ts';
import { startMailSink } from './mail-sink.ts';
import { openNetwork } from './network.ts';
import { makeReleases } from './release.ts';
import type { Walk } from './walk.ts';

const walks: Readonly<Record<string, (walk: Walk) => Promise<void>>> = { guide: walkGuide, cluster: walkCluster };

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'data/walk' },
    /** One of them alone. */
    only: { type: 'string' },
    /** Begins with the machine that the last walk installed. */
    installed: { type: 'boolean', default: false },
  },
});
const chosen = values.only === undefined ? Object.keys(walks) : [values.only];
const began = performance.now();
const say = (line: string): void => {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`);
};

const folder = resolve(values.folder);
const closeNetwork = openNetwork();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killMachines();
    closeNetwork();
    process.exit(1);
  });
try {
  const mails = await startMailSink();
  const releases = makeReleases(join(folder, 'sources'));
  const walk: Walk = { folder, releases, mails, isInstalled: values.installed, say };
  try {
    for (const name of chosen) {
      const run = walks[name];
      if (run === undefined) throw new Error(`--only is one of ${Object.keys(walks).join(', ')}`);
      say(`── ${name}`);
      await run(walk);
    }
    say('All commands did what the pages say.');
  } finally {
    await mails.close();
  }
} finally {
  closeNetwork();
}
