import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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
 * @throws Error with instructions if there is none
 */
export function findDebianProgram(wanted: DebianProgram): string {
  const { name, variable, version } = wanted;
  const folder = join(import.meta.dirname, '../../../node_modules/.cache', name);
  const unpacked = join(folder, 'usr/bin', name);
  const runs = (program: string): boolean => spawnSync(program, [version]).status === 0;
  const candidates = [process.env[variable] ?? name, unpacked];
  const found = candidates.find(runs) ?? (unpack(wanted, folder) && runs(unpacked) ? unpacked : null);
  if (found === null)
    throw new Error(
      `${name} is missing: install it (Debian: apt-get install ${wanted.package}), or set ${variable} to its path`,
    );
  return found;
}

function unpack({ package: name }: DebianProgram, folder: string): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false;
  mkdirSync(folder, { recursive: true });
  try {
    // Root may refresh the lists; others use those that are there.
    if (process.getuid?.() === 0) execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['download', '-qq', name], { cwd: folder, stdio: 'ignore' });
    const archive = readdirSync(folder).find((file) => file.endsWith('.deb')) ?? '';
    execFileSync('dpkg-deb', ['-x', join(folder, archive), folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
