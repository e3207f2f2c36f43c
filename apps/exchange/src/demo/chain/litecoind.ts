import { createHmac, randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { superviseProcess } from '../../platform/processes/supervised-process.ts';
import { freePort } from './free-port.ts';
import { untilInputEnds } from './until-input-ends.ts';

export interface LitecoindOptions {
  /** Where the chain is kept: it survives restarts. */
  readonly folder: string;
  readonly log: Logger;
  /** As {@link findLitecoind} finds it. */
  readonly program: string;
}

export interface Litecoind {
  /** With a name and a password that nobody else knows. */
  readonly url: string;
  /** Of the shell that it runs below; another one after each start. */
  pid(): number | null;
  stop(): Promise<void>;
}

const startWithinMs = 30_000;
const name = 'exchange';
/** A chain of its own without Litecoin's hidden part, whose blocks come when they are asked for, and transactions may replace each other. */
const chain = ['-regtest', '-txindex=1', '-mempoolreplacement=1', '-vbparams=mweb:4070908800:4102444800'];
/** No keys are here, and nobody else is spoken to. */
const alone = ['-disablewallet', '-listen=0', '-connect=0', '-dnsseed=0', '-printtoconsole=0'];

/** The program, at `LITECOIND_PATH` or on the `PATH`; null where there is none. Debian has it as `litecoind`. */
export function findLitecoind(environment: NodeJS.ProcessEnv = process.env): string | null {
  const chosen = environment['LITECOIND_PATH'];
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = chosen ? [chosen] : folders.map((folder) => join(folder, 'litecoind'));
  return candidates.find(isProgram) ?? null;
}

/** Runs a real Litecoin chain of our own, and keeps it running. Resolves once it answers. */
export async function startLitecoind({ folder, log, program }: LitecoindOptions): Promise<Litecoind> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const [password, salt] = [randomBytes(24).toString('hex'), randomBytes(16).toString('hex')];
  // Arguments can be read by everybody on the machine: this one tells nobody the password.
  const mark = createHmac('sha256', salt).update(password).digest('hex');
  const access = [
    `-rpcport=${port}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-rpcauth=${name}:${salt}$${mark}`,
  ];
  const kept = superviseProcess({
    name: 'the Litecoin chain',
    command: '/bin/sh',
    arguments: [...untilInputEnds, program, `-datadir=${folder}`, ...chain, ...alone, ...access],
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    cwd: folder,
    log,
  });
  const address = `127.0.0.1:${port}`;
  try {
    await untilItAnswers(`http://${address}`, Buffer.from(`${name}:${password}`).toString('base64'));
  } catch (error) {
    await kept.stop();
    throw error;
  }
  return { url: `http://${name}:${password}@${address}`, pid: () => kept.pid, stop: () => kept.stop() };
}

/** Asks a node something. @throws where it refuses */
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

async function untilItAnswers(url: string, credentials: string): Promise<void> {
  const headers = { authorization: `Basic ${credentials}` };
  const body = JSON.stringify({ method: 'getblockcount', params: [] });
  const begun = performance.now();
  for (;;) {
    // It answers 500 while it reads its blocks.
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.ok === true) return;
    if (performance.now() - begun > startWithinMs) throw new Error('the Litecoin chain does not start');
    await delay(20);
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
