import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Prints a line for the person who started the script. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** True if Debian packages can be installed here without a prompt. */
export function isDebianRoot(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID=debian$/m.test(release) && process.getuid?.() === 0;
}

/** @throws if apt-get fails; it has printed the reason */
export function aptInstall(packages: readonly string[]): void {
  say(`Installing ${packages.join(' and ')} with apt-get; this takes a minute or two.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 'inherit', 'inherit'], env } satisfies Parameters<typeof execFileSync>[2];
  const quiet = ['-qq', '-o', 'Acquire::Retries=3', '-o', 'Dpkg::Use-Pty=0'];
  try {
    execFileSync('apt-get', [...quiet, 'update'], options);
    execFileSync('apt-get', [...quiet, 'install', '-y', '--no-install-recommends', ...packages], options);
  } catch (cause) {
    throw new Error(`apt-get could not install ${packages.join(' and ')}; see above.`, { cause });
  }
}
