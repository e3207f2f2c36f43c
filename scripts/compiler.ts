/** Finds a C compiler, with which Spin checks the journal's model. Installs Debian's if there is none, and otherwise prints instructions. */
import { spawnSync } from 'node:child_process';
import { aptInstall, isDebianRoot, say } from './debian.ts';

const compiles = (): boolean => spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;

if (!compiles() && isDebianRoot()) {
  try {
    aptInstall(['gcc', 'libc6-dev']);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}
if (!compiles()) {
  console.error('The test of the journal’s model needs a C compiler (Debian: sudo apt-get install gcc libc6-dev).');
  process.exitCode = 1;
}
