/**
 * Finds Litecoin's node for the tests of Bitcoin-like chains. Installs it if it can, and otherwise prints instructions. `npm test` runs it
 * first.
 */
import { spawnSync } from 'node:child_process';
import { aptInstall, isDebianRoot, say } from './debian.ts';

const program = process.env['LITECOIND_PATH'] || 'litecoind';

/** Its version, or null if it can't be run. */
function version(): string | null {
  const { status, stdout } = spawnSync(program, ['-version'], { encoding: 'utf8' });
  return status === 0 ? (stdout.split('\n')[0] ?? '') : null;
}

if (version() === null && isDebianRoot()) {
  try {
    aptInstall(['litecoind']);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}
const found = version();
if (found === null) {
  console.error(
    "The tests on a chain of Bitcoin's family need a litecoind.\n" +
      '  Debian:    sudo apt-get install litecoind\n' +
      '  or name one that is there: LITECOIND_PATH=/path/to/litecoind npm test',
  );
  process.exitCode = 1;
} else {
  say(found);
}
