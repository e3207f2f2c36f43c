/** Builds the web app where what it is made of has changed since the last build. Run by `npm start` and by the end-to-end tests. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const ingredients = [
  'package-lock.json',
  'apps/web/*.{html,json,ts}',
  'apps/web/{src,build,brand}/**/*.*',
  'packages/{client,contract,decimal,kit}/{package.json,src/**/*.*}',
];
const built = join(root, 'apps/web/dist/index.html');
const stamp = join(root, 'node_modules/.cache/fft/web-built-from');

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of globSync(ingredients, { cwd: root }).toSorted()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Leaves a web app in `apps/web/dist` that is made of what stands there now. Throws if it can't be built. */
export function buildWeb(): void {
  const now = fingerprint();
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  process.stdout.write('Building the web app.\n');
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) throw new Error('The web app could not be built; see above.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

if (import.meta.main) buildWeb();
