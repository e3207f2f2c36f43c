import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ForeignClient, Language } from './clients.ts';
import { forExchange } from './page-snippets.ts';

const drivers = join(import.meta.dirname, 'drivers');
/** Installed packages stay there for the next run. */
const projects = join(import.meta.dirname, '../../../../../test-results/clients');
const execute = promisify(execFile);

/** A client that is installed and built, and how to start its driver. */
export interface Prepared {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

async function run(cwd: string, program: string, ...args: readonly string[]): Promise<void> {
  try {
    await execute(program, args, { cwd, maxBuffer: 2 ** 26, env: environmentFor(program) });
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${program} is not installed here`, { cause: error });
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`.slice(0, 6_000), { cause: error });
  }
}

/** pyenv starts another than its usual Python only if a variable says so. */
function environmentFor(program: string): NodeJS.ProcessEnv {
  const [, version] = /^python(3\.\d+)$/.exec(program) ?? [];
  return version === undefined ? process.env : { ...process.env, PYENV_VERSION: version };
}

interface Build {
  readonly folder: string;
  readonly client: ForeignClient;
}

interface Toolchain {
  /** Files that all drivers of the language share. */
  readonly shared: readonly string[];
  /** Installs the packages; they stay for the next run. */
  install(build: Build): Promise<void>;
  /** Builds the driver with the page's snippets. */
  build(build: Build): Promise<Prepared>;
}

const toolchains: Readonly<Record<Language, Toolchain>> = {
  Node: {
    shared: ['serve.js', 'local-book.js'],
    install: async ({ folder, client }) => {
      await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bot', private: true, type: 'module' }));
      const wanted = client.packages.map(([name, version]) => `${name}@${version}`);
      await run(folder, 'npm', 'install', '--silent', '--prefer-offline', '--ignore-scripts', ...wanted);
    },
    build: ({ folder, client }) => Promise.resolve({ program: process.execPath, args: [client.driver], cwd: folder }),
  },
  Python: {
    shared: ['serve.py', 'local_book.py'],
    install: async ({ folder, client }) => {
      await run(folder, `python${client.python ?? '3'}`, '-m', 'venv', 'venv');
      const wanted = client.packages.map(([name, version]) => `${name}==${version}`);
      await run(folder, join(folder, 'venv/bin/pip'), 'install', '--quiet', '--disable-pip-version-check', ...wanted);
    },
    build: ({ folder, client }) =>
      Promise.resolve({ program: join(folder, 'venv/bin/python'), args: ['-u', client.driver], cwd: folder }),
  },
  Go: {
    shared: ['serve.go'],
    install: async ({ folder, client }) => {
      await writeFile(join(folder, 'go.mod'), 'module bot\n\ngo 1.22\n');
      for (const [name, version] of client.packages) await run(folder, 'go', 'get', `${name}@${version}`);
    },
    build: async ({ folder }) => {
      await run(folder, 'go', 'mod', 'tidy');
      await run(folder, 'go', 'build', '-o', 'bot', '.');
      return { program: join(folder, 'bot'), args: [], cwd: folder };
    },
  },
  Rust: {
    shared: ['serve.rs'],
    install: async ({ folder, client }) => {
      const [[name, version] = ['', '']] = client.packages;
      const manifest = [
        '[package]',
        'name = "bot"',
        'version = "0.1.0"',
        'edition = "2021"',
        '[[bin]]',
        'name = "bot"',
        `path = "${client.driver}"`,
        '[dependencies]',
        `${name} = { version = "=${version}", features = ["spot"] }`,
        'tokio = { version = "1", features = ["full"] }',
        'rust_decimal = "1"',
        'serde_json = "1"',
        'anyhow = "1"',
      ];
      await writeFile(join(folder, 'Cargo.toml'), `${manifest.join('\n')}\n`);
      await run(folder, 'cargo', 'fetch', '--quiet');
    },
    build: async ({ folder }) => {
      await run(folder, 'cargo', 'build', '--quiet');
      return { program: join(folder, 'target/debug/bot'), args: [], cwd: folder };
    },
  },
  Java: {
    shared: ['Serve.java'],
    install: async ({ folder, client }) => {
      const dependencies = client.packages.map(([name, version]) => {
        const [group = '', artifact = ''] = name.split(':');
        return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
      });
      const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>bot</groupId><artifactId>bot</artifactId><version>1</version><dependencies>${dependencies.join('')}</dependencies></project>`;
      await writeFile(join(folder, 'pom.xml'), pom);
      await run(folder, 'mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib');
    },
    build: async ({ folder, client }) => {
      const sources = (await readdir(folder)).filter((name) => name.endsWith('.java'));
      await run(folder, 'javac', '-nowarn', '-cp', 'lib/*', '-d', 'classes', ...sources);
      const args = ['-cp', 'classes:lib/*', client.driver.replace('.java', '')];
      return { program: 'java', args, cwd: folder };
    },
  },
};

/** Installs a client as its users do, in a folder of its own, with the page's snippets for this exchange. */
export async function prepare(
  client: ForeignClient,
  snippets: ReadonlyMap<string, string>,
  url: string,
): Promise<Prepared> {
  const folder = join(projects, client.name.replaceAll(/[^\w.-]+/g, '-'));
  await mkdir(folder, { recursive: true });
  const toolchain = toolchains[client.language];
  const stampPath = join(folder, 'installed.json');
  const stamp = JSON.stringify(client.packages);
  if ((await readFile(stampPath, 'utf8').catch(() => '')) !== stamp) {
    await toolchain.install({ folder, client });
    await writeFile(stampPath, stamp);
  }
  for (const file of [client.driver, ...toolchain.shared]) await cp(join(drivers, file), join(folder, file));
  for (const id of client.snippets) {
    const snippet = snippets.get(id);
    if (snippet === undefined) throw new Error(`the page has no snippet ${id}`);
    await writeFile(join(folder, id), forExchange(snippet, url));
  }
  return toolchain.build({ folder, client });
}
