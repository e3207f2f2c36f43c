import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The tools that read the API's description, at the versions that were last tried. They are fetched where a deep proof needs them. */
const pythonTools = [
  'openapi-python-client==0.29.1',
  'openapi-generator-cli==7.26.0',
  'schemathesis==4.32.5',
  'websockets==17.4',
];
const nodeTools = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@stoplight/spectral-cli@6.16.3',
  '@redocly/cli@2.77.0',
  '@asyncapi/parser@3.6.3',
  'typescript@5.9.3',
  '@types/node@24.10.1',
];

export interface Ran {
  readonly status: number | null;
  readonly said: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, with everything that it says. */
export async function run(program: string, words: readonly string[], { cwd, env = {} }: RunOptions): Promise<Ran> {
  const child = spawn(program, words, { cwd, env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  child.once('error', (error: NodeJS.ErrnoException) => {
    const hint = error.code === 'ENOENT' ? `Install ${program}: the generated clients need it.` : error.message;
    said += hint;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said };
}

/** Runs a program that must succeed. @throws with what it said */
export async function must(program: string, words: readonly string[], options: RunOptions): Promise<string> {
  const { status, said } = await run(program, words, options);
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}:\n${said.slice(-4_000)}`);
  return said;
}

/** Installs Python's tools into a folder. Returns the path of its programs. */
export async function installPythonTools(folder: string): Promise<string> {
  await must('python3', ['-m', 'venv', 'python'], { cwd: folder });
  const programs = join(folder, 'python/bin');
  await must(join(programs, 'pip'), ['install', '--quiet', ...pythonTools], { cwd: folder });
  return programs;
}

/** Installs Node's tools into a folder. Returns the path of its programs. */
export async function installNodeTools(folder: string): Promise<string> {
  const cwd = join(folder, 'node');
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'tools', private: true, type: 'module' }));
  await must('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...nodeTools], { cwd });
  return join(cwd, 'node_modules/.bin');
}
