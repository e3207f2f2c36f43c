import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDemoMarketFile, type DemoAccount, type DemoMarketFile } from '@fft/demo-market';

export interface OpenFileOptions {
  readonly dataDir: string;
  /** True if this exchange has no history: an existing file then belongs to another exchange. */
  readonly isNewExchange: boolean;
  readonly now: number;
}

export interface OpenedFile {
  readonly path: string;
  readonly content: DemoMarketFile;
}

/** Reads the demo market's file, or creates it with a secret seed and random passwords for its two accounts. */
export async function openDemoMarketFile({ dataDir, isNewExchange, now }: OpenFileOptions): Promise<OpenedFile> {
  const path = pathIn(dataDir);
  const kept = isNewExchange ? null : await readKept(path);
  if (kept !== null) return { path, content: kept };
  const content = { seed: chance(), anchor: now, maker: account('maker'), taker: account('taker') };
  await mkdir(dataDir, { recursive: true });
  // Write and rename, so that an interrupted start leaves a whole file or the previous one.
  await writeFile(`${path}.draft`, JSON.stringify(content, null, 2), { mode: 0o600 });
  await rename(`${path}.draft`, path);
  return { path, content };
}

const pathIn = (dataDir: string): string => join(dataDir, 'demo-market.json');

/** Reads the demo market's file; null if there is none. */
export function readDemoMarketFile(dataDir: string): Promise<DemoMarketFile | null> {
  return readKept(pathIn(dataDir));
}

async function readKept(path: string): Promise<DemoMarketFile | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return parseDemoMarketFile(text);
}

function account(role: string): DemoAccount {
  return { email: `demo-${role}@fft.example`, password: chance() };
}

function chance(): string {
  return randomBytes(32).toString('base64url');
}
