/** Builds both web apps, each only if its sources have changed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWhereChanged, type Product } from './built-from.ts';

const root = join(import.meta.dirname, '..');

interface App extends Product {
  readonly folder: string;
}

const shared = ['package-lock.json', 'apps/web/{build,brand}/**/*.*'];

const apps: readonly App[] = [
  {
    folder: 'apps/web',
    name: 'web app',
    built: 'apps/web/dist/index.html',
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
    built: 'apps/console/dist/index.html',
    ingredients: [
      ...shared,
      'apps/console/*.{html,json,ts}',
      'apps/console/{src,build}/**/*.*',
      'packages/{client,console-contract,contract,kit}/{package.json,src/**/*.*}',
    ],
  },
];

function build({ folder, name }: App): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) throw new Error(`The ${name} could not be built; see above.`);
}

/** Updates `apps/web/dist` and `apps/console/dist` from the present sources. Throws if a build fails. */
export async function buildWeb(): Promise<void> {
  for (const app of apps) await buildWhereChanged(app, () => build(app));
}
