import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Address } from 'viem';
import { keepProcess } from '../../processes/kept-process.ts';
import { demoChainId, findAnvil, startAnvil } from './anvil.ts';
import { type Bank, openBank } from './bank.ts';

export interface DemoChainOptions {
  readonly dataDir: string;
  readonly blockSeconds: number | null;
  readonly log: Logger;
}

/** A chain, a signer with keys of its own, and a bank that gives coins away. */
export interface DemoChain {
  readonly rpcUrl: string;
  readonly signerSocket: string;
  readonly contracts: Readonly<Record<string, string>>;
  readonly bank: Bank;
  /** Gives the hot wallet what it pays with before anybody has deposited: the demo's customers are given money in its books, too. */
  fund(hot: Address): Promise<void>;
  close(): Promise<void>;
}

const signerProgram = join(import.meta.dirname, '../../../../signer/src/main.ts');
const startWithinMs = 20_000;
const ether = 10n ** 18n;

/** Starts the demo's own chain and signer, as processes that end with this one. Both keep what they have in the data folder. */
export async function openDemoChain({ dataDir, blockSeconds, log }: DemoChainOptions): Promise<DemoChain> {
  const program = findAnvil();
  if (program === null) throw new Error('the demo chain runs on Linux on x64 alone');
  const folder = resolve(dataDir, 'chain');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await using closing = new AsyncDisposableStack();
  const anvil = await startAnvil({ folder, blockSeconds, log, program });
  closing.defer(() => anvil.stop());
  const bank = await openBank(anvil.url);
  // Paths of sockets are short: 107 characters at most.
  const signerSocket = join(tmpdir(), `fft-signer-${randomBytes(8).toString('hex')}.sock`);
  const signer = keepProcess({
    name: 'the demo signer',
    command: process.execPath,
    arguments: [signerProgram, 'demo'],
    environment: {
      SIGNER_SOCKET: signerSocket,
      SIGNER_KEYSTORE: join(folder, 'keystore.json'),
      SIGNER_PASSWORD: await keptPassword(join(folder, 'keystore-password')),
      SIGNER_MEMORY: join(folder, 'signed.jsonl'),
      SIGNER_CHAIN_ID: String(demoChainId),
      SIGNER_LIMITS: limitsOf(bank),
    },
    cwd: folder,
    log,
  });
  closing.defer(() => signer.stop());
  await untilThere(signerSocket);
  const opened = closing.move();
  return {
    rpcUrl: anvil.url,
    signerSocket,
    contracts: { USDT: bank.usdt },
    bank,
    fund: (hot) => fund(bank, hot),
    close: () => opened.disposeAsync(),
  };
}

function limitsOf({ usdt }: Bank): string {
  return JSON.stringify({ native: limit(200n * ether), [usdt]: limit(500_000_000_000n) });
}

/** Ten of the largest a day. */
function limit(one: bigint): { one: string; day: string } {
  return { one: String(one), day: String(one * 10n) };
}

const reserve = { own: 1_000n * ether, usdt: 100_000_000_000_000n };

async function fund(bank: Bank, hot: Address): Promise<void> {
  if ((await bank.balance(null, hot)) < reserve.own / 2n) await bank.send(null, hot, reserve.own);
  if ((await bank.balance(bank.usdt, hot)) < reserve.usdt / 2n) await bank.send(bank.usdt, hot, reserve.usdt);
}

async function keptPassword(file: string): Promise<string> {
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  return readFile(file, 'utf8');
}

async function untilThere(socket: string): Promise<void> {
  const begun = performance.now();
  while (!existsSync(socket)) {
    if (performance.now() - begun > startWithinMs) throw new Error('the demo signer does not start');
    await delay(20);
  }
}
