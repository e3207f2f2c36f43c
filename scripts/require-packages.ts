import { globSync } from 'node:fs';
import { aptInstall, isDebianRoot, say } from './debian.ts';

/**
 * Installs Debian's packages of which a file is missing, where that is possible. Otherwise prints instructions and sets the exit code.
 * `what` begins the sentence that says who needs them.
 */
export function requirePackages(what: string, packages: Readonly<Record<string, string>>): void {
  const missing = (): string[] => Object.keys(packages).filter((name) => globSync(packages[name] ?? '').length === 0);
  const wanted = missing();
  if (wanted.length > 0 && isDebianRoot()) {
    try {
      aptInstall(wanted);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }
  const left = missing();
  if (left.length === 0) return;
  console.error(`${what} needs more of Debian: sudo apt-get install ${left.join(' ')}`);
  process.exitCode = 1;
}
