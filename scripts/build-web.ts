/** Builds both web apps, each where what it is made of has changed since its last build. Run by `npm start` and by the end-to-end tests. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

interface App {
  readonly folder: string;
  /** What it is called while it is built. */
  readonly name: string;
  readonly ingredients: readonly string[];
}

const shared = ['package-lock.json', 'apps/web/{build,brand}/**/*.*'];

const apps: readonly App[] = [
  {
    folder: 'apps/web',
    name: 'web app',
    ingredients: [
      ...shared,
      'apps/web/*.{html,json,ts}',
      'apps/web/src/**/*.*',
      'packages/{client,contract,decimal,kit}/{package.json,src/**/*.*}',
    ],
  },
  {
    folder: 'apps/console',
    name: 'console',
    ingredients: [
      ...shared,
      'apps/console/*.{html,json,ts}',
      'apps/console/{src,build}/**/*.*',
      'packages/{client,console-contract,contract,kit}/{package.json,src/**/*.*}',
    ],
  },
];

function fingerprint(ingredients: readonly string[]): string {
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

function build({ folder, name, ingredients }: App): void {
  const now = fingerprint(ingredients);
  const stamp = join(root, 'node_modules/.cache/fft', `${folder.replace('/', '-')}-built-from`);
  const built = join(root, folder, 'dist/index.html');
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  process.stdout.write(`Building the ${name}.\n`);
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) throw new Error(`The ${name} could not be built; see above.`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

/** Leaves in `apps/web/dist` and `apps/console/dist` what is made of what stands there now. Throws if it can't be built. */
export function buildWeb(): void {
  for (const app of apps) build(app);
}

if (import.meta.main) buildWeb();
