/** Builds the npm package of the standalone verifier as one bundled file without dependencies. `npm run package-verifier` writes it to `packages/liabilities/dist`. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const workspace = join(import.meta.dirname, '../packages/liabilities');
const dist = join(workspace, 'dist');
const folder = join(dist, 'package');
const read = (path: string): string => readFileSync(join(workspace, path), 'utf8');
const { name, version, description, license } = JSON.parse(read('package.json')) as Record<string, string>;
const manifest = {
  name,
  version,
  description,
  license,
  type: 'module',
  bin: { 'verify-liabilities': 'verify-liabilities.js' },
  engines: { node: '>=22' },
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of ['README.md', '../../LICENSE']) {
  copyFileSync(join(workspace, file), join(folder, file.replace('../../', '')));
}
const { status, stdout, stderr } = spawnSync('npm', ['pack', './package', '--pack-destination', '.'], {
  cwd: dist,
  encoding: 'utf8',
});
if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
process.stdout.write(`packages/liabilities/dist/${stdout.trim().split('\n').at(-1) ?? ''}\n`);
