import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { SettingsError, type Settings } from './settings.ts';

/** Keys that stand outside the database. Who loses them locks every customer out; who leaks them makes guessing easier. */
export interface Secrets {
  /** Keys the hashes of verification codes. */
  readonly codeSecret: string;
  /** Goes into every password's hash. */
  readonly passwordPepper: string;
  /** Keys the MACs of decided withdrawals. The signer has the same. */
  readonly withdrawalMacKey: string;
}

const one = z.string().min(32);
// Demos of before there were MACs kept no key of them.
const secretsForm = z.object({ codeSecret: one, passwordPepper: one, withdrawalMacKey: one.optional() });
type Kept = z.output<typeof secretsForm>;

type Given = Pick<Settings, 'mode' | 'dataDir' | 'codeSecret' | 'passwordPepper' | 'withdrawalMacKey'>;

/** Gives the secrets of the settings; the demo makes up what isn't given and keeps it in its data folder. */
export async function openSecrets(given: Given): Promise<Secrets> {
  const { mode, dataDir, codeSecret, passwordPepper, withdrawalMacKey } = given;
  const file = join(dataDir, 'secrets.json');
  const kept = await readKept(file);
  if (mode === 'production') {
    // `readSettings` has seen to it that all are there.
    if (codeSecret === null || passwordPepper === null || withdrawalMacKey === null)
      throw new SettingsError(['the secrets are needed in production']);
    const secrets = { codeSecret, passwordPepper, withdrawalMacKey };
    refuseMadeUp(kept, secrets);
    return secrets;
  }
  const madeUp = kept ? complete(kept) : await makeUp(dataDir, file);
  return {
    codeSecret: codeSecret ?? madeUp.codeSecret,
    passwordPepper: passwordPepper ?? madeUp.passwordPepper,
    withdrawalMacKey: withdrawalMacKey ?? madeUp.withdrawalMacKey,
  };
}

function refuseMadeUp(kept: Kept | null, secrets: Secrets): void {
  const isMadeUp = (Object.keys(secrets) as (keyof Secrets)[]).some((name) => kept?.[name] === secrets[name]);
  if (!isMadeUp) return;
  throw new SettingsError([
    'CODE_SECRET, PASSWORD_PEPPER and WITHDRAWAL_MAC_KEY must not be those that the demo made up',
  ]);
}

async function readKept(file: string): Promise<Kept | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  const parsed = secretsForm.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${file} doesn't hold the secrets that the demo keeps there`);
  return parsed.data;
}

const madeUpSecret = (): string => randomBytes(32).toString('hex');

/** A demo that is older than the key goes by one made from its pepper: starts at once have the same. */
function complete({ withdrawalMacKey, ...kept }: Kept): Secrets {
  const made = (): string => createHmac('sha256', kept.passwordPepper).update('withdrawal MAC key').digest('hex');
  return { ...kept, withdrawalMacKey: withdrawalMacKey ?? made() };
}

async function makeUp(dataDir: string, file: string): Promise<Secrets> {
  const secrets = { codeSecret: madeUpSecret(), passwordPepper: madeUpSecret(), withdrawalMacKey: madeUpSecret() };
  await mkdir(dataDir, { recursive: true });
  // Written under another name first, so that a start that is killed leaves a whole file or none; linked and not renamed,
  // so that of two starts at once both use what the first one made.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return secrets;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const kept = await readKept(file);
    return kept ? complete(kept) : secrets;
  } finally {
    await unlink(draft);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
