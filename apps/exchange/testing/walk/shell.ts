import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { machineEnvironment } from './network.ts';

const endMark = '\0';
const blockMs = 15 * 60_000;

/** A block that failed: what it was, and what it printed. */
class BlockFailed extends Error {}

/** A root shell in a machine. It ends at the first command that fails. */
export class Shell {
  readonly #machine: string;
  readonly #bash: ChildProcessWithoutNullStreams;
  #printed = '';

  constructor(machine: string, leader: number) {
    this.#machine = machine;
    const enter = [
      '--target',
      String(leader),
      '--all',
      'env',
      '-i',
      ...machineEnvironment(),
      'bash',
      '-e',
      '-o',
      'pipefail',
    ];
    this.#bash = spawn('nsenter', enter, { stdio: 'pipe' });
    for (const stream of [this.#bash.stdout, this.#bash.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#printed += text));
    this.#bash.stdin.on('error', () => undefined);
    this.#bash.stdin.write('exec 2>&1; cd\n');
  }

  /** Pastes a block and returns what it printed. @throws BlockFailed */
  async run(block: string): Promise<string> {
    this.#printed = '';
    // Commands of the block can't read the lines that follow them.
    const encoded = Buffer.from(block).toString('base64');
    this.#bash.stdin.write(`eval "$(base64 --decode <<< '${encoded}')" < /dev/null; printf '\\0'\n`);
    await this.#finished(block);
    return this.#printed.slice(0, -endMark.length).trim();
  }

  close(): void {
    this.#bash.stdin.end();
    this.#bash.kill();
  }

  async #finished(block: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const failed = (why: string) => (): void =>
      reject(new BlockFailed(`${this.#machine}: ${why}\n${block}\n── printed:\n${this.#printed.slice(-4_000)}`));
    const look = (): void => {
      if (this.#printed.endsWith(endMark)) resolve();
    };
    const onExit = failed('a command failed');
    const timer = setTimeout(failed('a block takes too long'), blockMs);
    this.#bash.stdout.on('data', look);
    this.#bash.once('close', onExit);
    try {
      if (this.#bash.exitCode !== null) onExit();
      await promise;
    } finally {
      clearTimeout(timer);
      this.#bash.stdout.off('data', look);
      this.#bash.off('close', onExit);
    }
  }
}
