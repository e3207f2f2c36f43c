/** Builds the npm package of the typed client: JavaScript with types, including the contract. `npm run package-client` writes it to `packages/client/dist`. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args[0] ?? command} failed:\n${stdout}${stderr}`);
  return stdout;
}

function compile(folder: string): void {
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
      outDir: folder,
      // The real folder, not its link in node_modules: TypeScript may treat linked files as external and then not emit them.
      paths: { '@fft/contract': [join(root, 'packages/contract/src/index.ts')] },
    },
    files: ['client', 'contract'].map((name) => join(root, 'packages', name, 'src/index.ts')),
  };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify(options));
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', config], root);
  rmSync(config);
}

/** A former workspace becomes a folder of the package. */
function joinContract(folder: string): void {
  for (const file of globSync('client/src/*.{js,d.ts}', { cwd: folder })) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll("'@fft/contract'", "'../../contract/src/index.js'"));
  }
  // Type files keep imports with TypeScript endings.
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(["'])(\.{1,2}\/[^"']+)\.ts\1/g, '$1$2.js$1'));
  }
  for (const ending of ['js', 'd.ts']) {
    const text = "export * from './client/src/index.js';\nexport * from './contract/src/index.js';\n";
    writeFileSync(join(folder, `index.${ending}`), text);
  }
}

/** Writes the package as a folder, ready to publish or pack. */
export function packageClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  compile(folder);
  joinContract(folder);
  const { version, license } = manifestOf('packages/client');
  const manifest = {
    name: '@fft/client',
    version,
    description: 'The typed client of the FFT exchange: calls, streams, order books',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    dependencies: manifestOf('packages/contract').dependencies,
    engines: { node: '>=22' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'packages/client/README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

if (import.meta.main) {
  const dist = join(root, 'packages/client/dist');
  packageClient(join(dist, 'package'));
  const packed = run('npm', ['pack', './package', '--pack-destination', '.'], dist).trim().split('\n').at(-1);
  process.stdout.write(`packages/client/dist/${packed ?? ''}\n`);
}
