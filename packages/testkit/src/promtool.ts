import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Unpacked, not installed: Debian's package would start a server of its own. */
const folder = join(import.meta.dirname, '../../../node_modules/.cache/promtool');

/**
 * Prometheus' checker of rules and metrics: that of `PROMTOOL_PATH`, of the system, or unpacked from Debian's package.
 * @throws Error with instructions if there is none
 */
export function findPromtool(): string {
  const candidates = [process.env['PROMTOOL_PATH'] ?? 'promtool', join(folder, 'usr/bin/promtool')];
  const found = candidates.find(runs) ?? unpack();
  if (found === null)
    throw new Error(
      'promtool is missing: install Prometheus, or set PROMTOOL_PATH (Debian: apt-get download prometheus)',
    );
  return found;
}

function runs(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

function unpack(): string | null {
  if (!existsSync('/usr/bin/apt-get')) return null;
  mkdirSync(folder, { recursive: true });
  try {
    // Root may refresh the lists; others use those that are there.
    if (process.getuid?.() === 0) execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['download', '-qq', 'prometheus'], { cwd: folder, stdio: 'ignore' });
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '';
    execFileSync('dpkg-deb', ['-x', join(folder, archive), folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const program = join(folder, 'usr/bin/promtool');
  return runs(program) ? program : null;
}
