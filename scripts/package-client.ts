/**
 * Builds the npm package of the typed client: JavaScript with types, including the contract. `npm pack` in `packages/client` runs it before and after:
 * the workspace's manifest, which names sources, gives way to the published one meanwhile. `npm run package-client` packs into `packages/client/dist`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const workspace = join(root, 'packages/client');
const dist = join(workspace, 'dist');
const built = join(dist, 'package');
const manifestPath = join(workspace, 'package.json');
/** The workspace's manifest while a pack is under way. */
const keptPath = join(dist, 'workspace-package.json');
const licence = join(workspace, 'LICENSE');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

function compile(): void {
  const options = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      // Globals of both browsers and Node.
      lib: ['es2024', 'dom'],
      types: [],
      rootDir: join(root, 'packages'),
      outDir: built,
      // The real folder, not its link in node_modules: TypeScript may treat linked files as external and then not emit them.
      paths: { '@fft/contract': [join(root, 'packages/contract/src/index.ts')] },
    },
    files: ['client', 'contract'].map((name) => join(root, 'packages', name, 'src/index.ts')),
  };
  const config = join(built, 'tsconfig.json');
  writeFileSync(config, JSON.stringify(options));
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '--project', config];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`tsc failed:\n${stdout}${stderr}`);
  rmSync(config);
}

/** A former workspace becomes a folder of the package. */
function joinContract(): void {
  for (const file of globSync('client/src/*.{js,d.ts}', { cwd: built })) {
    const path = join(built, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll("'@fft/contract'", "'../../contract/src/index.js'"));
  }
  // Type files keep imports with TypeScript endings.
  for (const file of globSync('**/*.d.ts', { cwd: built })) {
    const path = join(built, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(["'])(\.{1,2}\/[^"']+)\.ts\1/g, '$1$2.js$1'));
  }
  for (const ending of ['js', 'd.ts']) {
    const text = "export * from './client/src/index.js';\nexport * from './contract/src/index.js';\n";
    writeFileSync(join(built, `index.${ending}`), text);
  }
}

/** What the registry gets: no sources, no scripts, and no package of the workspace. */
function publishedManifest({ name, version, description, license }: Manifest): object {
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './dist/package/index.d.ts', default: './dist/package/index.js' } },
    files: ['dist/package'],
    dependencies: manifestOf('packages/contract').dependencies,
    engines: { node: '>=22' },
  };
}

/** Puts the workspace's manifest back; also after a pack that was stopped. */
function restore(): void {
  if (existsSync(keptPath)) renameSync(keptPath, manifestPath);
  rmSync(licence, { force: true });
}

function prepare(): void {
  restore();
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built, { recursive: true });
  compile();
  joinContract();
  cpSync(join(root, 'LICENSE'), licence);
  const manifest = manifestOf('packages/client');
  cpSync(manifestPath, keptPath);
  writeFileSync(manifestPath, `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
}

if (process.argv[2] === 'restore') restore();
else prepare();
