import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface DebianProgram {
  readonly name: string;
  /** Debian's package. It is unpacked, not installed, as some start a server of their own. */
  readonly package: string;
  /** The setting that names another program. */
  readonly variable: string;
  /** An option with which the program ends at once. */
  readonly version: string;
}

/**
 * Finds a program that tests need: the one of the setting, of the system, or unpacked from Debian's package into `node_modules/.cache`.
 * Unpacking takes many seconds, in which a server in the test's process goes on.
 * @throws Error with instructions if there is none
 */
export async function findDebianProgram(wanted: DebianProgram): Promise<string> {
  const { name, variable, version } = wanted;
  const folder = join(import.meta.dirname, '../../../node_modules/.cache', name);
  const unpacked = join(folder, 'usr/bin', name);
  const runs = (program: string): Promise<boolean> =>
    run(program, [version]).then(
      () => true,
      () => false,
    );
  for (const program of [process.env[variable] ?? name, unpacked]) if (await runs(program)) return program;
  if ((await unpack(wanted, folder)) && (await runs(unpacked))) return unpacked;
  throw new Error(
    `${name} is missing: install it (Debian: apt-get install ${wanted.package}), or set ${variable} to its path`,
  );
}

async function unpack({ package: name }: DebianProgram, folder: string): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get')) return false;
  mkdirSync(folder, { recursive: true });
  try {
    // Root may refresh the lists; others use those that are there.
    if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['download', '-qq', name], { cwd: folder });
    const archive = readdirSync(folder).find((file) => file.endsWith('.deb')) ?? '';
    await run('dpkg-deb', ['-x', join(folder, archive), folder]);
    return true;
  } catch {
    return false;
  }
}
