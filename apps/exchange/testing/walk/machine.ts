import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { untilUp } from '../faults/until.ts';
import { bridge, hostAddress, runHere } from './network.ts';
import { Shell } from './shell.ts';

export interface MachineOptions {
  readonly name: string;
  /** In the walk's network. */
  readonly address: string;
  /** The folder with the machine's files. */
  readonly root: string;
  /** A folder of this machine that it may read. */
  readonly sources: string;
  /** A folder of this machine that it may write, for backups. */
  readonly backups?: string | undefined;
}

/** Where a machine finds {@link MachineOptions.sources}. */
export const sourcesPath = '/mnt/sources';

const bootMs = 60_000;
const stopMs = 60_000;

/** The first processes of the machines: with each, all of its machine end. */
const leaders = new Set<number>();

/** Ends all machines at once, when the walk is interrupted. */
export function killMachines(): void {
  for (const leader of leaders) process.kill(leader, 'SIGKILL');
}

/** A Debian machine with systemd, in a container with an address of its own. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly root: string;
  readonly #container: ChildProcess;
  readonly #leader: number;
  readonly #shells: Shell[] = [];

  private constructor({ name, address, root }: MachineOptions, container: ChildProcess, leader: number) {
    this.name = name;
    this.address = address;
    this.root = root;
    this.#container = container;
    this.#leader = leader;
  }

  static async boot(options: MachineOptions): Promise<Machine> {
    const { name, address, root, sources, backups } = options;
    // Debian's installer writes it.
    writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost\n127.0.1.1 ${name}\n`);
    const output = openSync(`${root}.log`, 'a');
    const container = spawn(
      'systemd-nspawn',
      [
        '--quiet',
        '--boot',
        '--register=no',
        '--keep-unit',
        '--console=pipe',
        '--timezone=off',
        '--resolv-conf=copy-host',
        // As Debian's own systemd has it; this machine's may be lower.
        '--rlimit=RLIMIT_NOFILE=1024:524288',
        `--machine=fft-${name}`,
        `--hostname=${name}`,
        `--directory=${root}`,
        `--bind-ro=${sources}:${sourcesPath}`,
        ...(backups === undefined ? [] : [`--bind=${backups}:/var/lib/pgbackrest`]),
        `--network-bridge=${bridge}`,
      ],
      { stdio: ['ignore', output, output] },
    );
    closeSync(output);
    const log = `${root}.log`;
    // The first child makes the machine's own, and ends.
    const hasNetwork = async (): Promise<number | null> => {
      const child = childOf(container.pid);
      return child !== null && inNetwork(child, ['link', 'show', 'host0']) ? child : null;
    };
    const leader = await untilUp(hasNetwork, `${name} did not start; its log is ${log}`, bootMs);
    leaders.add(leader);
    container.once('exit', () => leaders.delete(leader));
    const machine = new Machine(options, container, leader);
    for (const words of [
      ['addr', 'add', `${address}/24`, 'dev', 'host0'],
      ['link', 'set', 'host0', 'up'],
      ['route', 'add', 'default', 'via', hostAddress],
    ])
      inNetwork(leader, words);
    const shell = machine.shell();
    const state = (): Promise<string> => shell.run('systemctl is-system-running || true');
    // Degraded: a unit that a container doesn't need failed.
    const isBooted = async (): Promise<true | null> => (['running', 'degraded'].includes(await state()) ? true : null);
    await untilUp(isBooted, `${name} did not boot; its log is ${log}`, bootMs);
    shell.close();
    return machine;
  }

  /** A root shell, which keeps its variables from one block to the next. */
  shell(): Shell {
    const shell = new Shell(this.name, this.#leader);
    this.#shells.push(shell);
    return shell;
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    await this.#end('SIGRTMIN+4');
  }

  /** Ends it as a machine whose power fails. */
  async kill(): Promise<void> {
    process.kill(this.#leader, 'SIGKILL');
    await this.#end('SIGTERM');
  }

  async #end(signal: string): Promise<void> {
    // An open shell would keep the machine's network.
    for (const shell of this.#shells) shell.close();
    if (this.#container.exitCode !== null || this.#container.signalCode !== null) return;
    const ended = once(this.#container, 'exit');
    runHere('kill', [
      '-s',
      signal.replace('SIG', ''),
      String(signal === 'SIGTERM' ? this.#container.pid : this.#leader),
    ]);
    const isEnded = await Promise.race([ended.then(() => true), delay(stopMs, false, { ref: false })]);
    if (!isEnded) {
      this.#container.kill('SIGKILL');
      await ended;
    }
  }
}

/** The first child of a process; null while it has none. */
function childOf(pid: number | undefined): number | null {
  const [child = ''] = readFileSync(join('/proc', String(pid), 'task', String(pid), 'children'), 'utf8').split(' ');
  return child === '' ? null : Number(child);
}

function inNetwork(leader: number, words: readonly string[]): true {
  runHere('nsenter', ['--target', String(leader), '--net', 'ip', ...words]);
  return true;
}
