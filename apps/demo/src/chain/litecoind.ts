import { createHmac, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../../../exchange/src/config/settings.ts';
import { isProgram } from '../../../exchange/src/config/value-forms.ts';
import { superviseProcess } from '../../../exchange/src/platform/processes/supervised-process.ts';
import { freePort } from './free-port.ts';
import { untilInputEnds } from './until-input-ends.ts';

/** A program that runs chains of Bitcoin's family. */
export interface UtxoProgram {
  readonly name: string;
  /** The setting that holds the program's path. Without the setting, the demo searches `file` on the `PATH`. */
  readonly setting: keyof Settings['demoPrograms'];
  readonly file: string;
  /** Arguments of a private chain without MWEB, with blocks on request and replaceable transactions. */
  readonly chain: readonly string[];
}

export const litecoinProgram: UtxoProgram = {
  name: 'the Litecoin chain',
  setting: 'LITECOIND_PATH',
  file: 'litecoind',
  chain: ['-regtest', '-txindex=1', '-mempoolreplacement=1', '-vbparams=mweb:4070908800:4102444800'],
};

/** No package contains Bitcoin's program, so the demo runs it only where it finds a `bitcoind`. */
export const bitcoinProgram: UtxoProgram = {
  name: 'the Bitcoin chain',
  setting: 'BITCOIND_PATH',
  file: 'bitcoind',
  chain: ['-regtest', '-txindex=1'],
};

export interface LitecoindOptions {
  /** The folder of the chain, which survives restarts. */
  readonly folder: string;
  readonly log: Logger;
  /** The path from {@link findUtxoProgram}. */
  readonly program: string;
  /** Litecoin's program by default. */
  readonly of?: UtxoProgram;
}

export interface Litecoind {
  /** Includes the RPC user's name and a random password. */
  readonly url: string;
  /** The process id of the node's shell; changes with each restart. */
  pid(): number | null;
  stop(): Promise<void>;
}

const startWithinMs = 30_000;
const name = 'exchange';
/** Arguments of a node without keys and peers. */
const alone = ['-disablewallet', '-listen=0', '-connect=0', '-dnsseed=0', '-printtoconsole=0'];

/** Finds Litecoin's program; null if it is missing. Debian packages it as `litecoind`. */
export function findLitecoind(environment: NodeJS.ProcessEnv = process.env): string | null {
  return findUtxoProgram(litecoinProgram, environment);
}

/** Finds a program at the path of its setting or on the `PATH`; null if it is missing. */
export function findUtxoProgram({ setting, file }: UtxoProgram, environment: NodeJS.ProcessEnv = process.env) {
  const chosen = environment[setting];
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = chosen ? [chosen] : folders.map((folder) => join(folder, file));
  return candidates.find(isProgram) ?? null;
}

/** Runs the node of a private chain of Bitcoin's family, Litecoin by default. Restarts the node if it exits; resolves once the node answers. */
export async function startLitecoind({
  folder,
  log,
  program,
  of: { name: title, chain } = litecoinProgram,
}: LitecoindOptions): Promise<Litecoind> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const [password, salt] = [randomBytes(24).toString('hex'), randomBytes(16).toString('hex')];
  // Any user of the machine can read arguments; `-rpcauth` holds only a hash of the password.
  const mark = createHmac('sha256', salt).update(password).digest('hex');
  const access = [
    `-rpcport=${port}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-rpcauth=${name}:${salt}$${mark}`,
  ];
  const kept = superviseProcess({
    name: title,
    command: '/bin/sh',
    arguments: [...untilInputEnds, program, `-datadir=${folder}`, ...chain, ...alone, ...access],
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    cwd: folder,
    log,
  });
  const address = `127.0.0.1:${port}`;
  try {
    await untilItAnswers(`http://${address}`, Buffer.from(`${name}:${password}`).toString('base64'), title);
  } catch (error) {
    await kept.stop();
    throw error;
  }
  return { url: `http://${name}:${password}@${address}`, pid: () => kept.pid, stop: () => kept.stop() };
}

/** Calls a node's RPC. @throws if the node refuses */
export async function callLitecoind(address: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const url = new URL(address);
  const credentials = Buffer.from(`${url.username}:${url.password}`).toString('base64');
  const answer = await fetch(`http://${url.host}`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: JSON.stringify({ method, params }),
  });
  const { result, error } = (await answer.json()) as { result: unknown; error: { message: string } | null };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function untilItAnswers(url: string, credentials: string, title: string): Promise<void> {
  const headers = { authorization: `Basic ${credentials}` };
  const body = JSON.stringify({ method: 'getblockcount', params: [] });
  const begun = performance.now();
  for (;;) {
    // The node answers 500 while it loads its blocks.
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.ok === true) return;
    if (performance.now() - begun > startWithinMs) throw new Error(`${title} did not start in time`);
    await delay(20);
  }
}
