/**
 * Finds Litecoin's node for the tests on a chain of Bitcoin's family; installs it where it can, and says what to do where it can't. Run by `npm test`
 * before everything else.
 */
import { spawnSync } from 'node:child_process';
import { aptInstall, isDebianRoot, say } from './debian.ts';

const program = process.env['LITECOIND_PATH'] || 'litecoind';

/** What it says of its version; null where it can't be run. */
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
