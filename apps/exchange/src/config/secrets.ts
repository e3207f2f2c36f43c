import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { SettingsError, type Settings } from './settings.ts';

/** Keys that are kept outside the database. Losing them locks every customer out; leaking them makes guessing easier. */
export interface Secrets {
  /** The key of the hashes of verification codes. */
  readonly codeSecret: string;
  /** Mixed into every password's hash. */
  readonly passwordPepper: string;
  /** The key of the MACs of decided withdrawals. The signer has the same. */
  readonly withdrawalMacKey: string;
  /** The private VAPID key, with which pushes are signed; null: no pushes. */
  readonly vapidPrivateKey: string | null;
}

/** Those that production never starts without. */
type Required = Omit<Secrets, 'vapidPrivateKey'>;

const one = z.string().min(32);
// Early demos stored neither a MAC key nor a VAPID key.
const secretsForm = z.object({
  codeSecret: one,
  passwordPepper: one,
  withdrawalMacKey: one.optional(),
  vapidPrivateKey: one.optional(),
});
type Kept = z.output<typeof secretsForm>;

type Given = Pick<
  Settings,
  'mode' | 'dataDir' | 'codeSecret' | 'passwordPepper' | 'withdrawalMacKey' | 'vapidPrivateKey'
>;

/** Returns the secrets of the settings; the demo generates missing ones and keeps them in its data folder. */
export async function openSecrets(given: Given): Promise<Secrets> {
  const { mode, dataDir, codeSecret, passwordPepper, withdrawalMacKey, vapidPrivateKey } = given;
  const file = join(dataDir, 'secrets.json');
  const kept = await readKept(file);
  if (mode === 'production') {
    // `readSettings` has checked that all are set.
    if (codeSecret === null || passwordPepper === null || withdrawalMacKey === null)
      throw new SettingsError(['CODE_SECRET, PASSWORD_PEPPER and WITHDRAWAL_MAC_KEY are required in production']);
    const secrets = { codeSecret, passwordPepper, withdrawalMacKey };
    refuseMadeUp(kept, secrets);
    return { ...secrets, vapidPrivateKey };
  }
  const madeUp = kept ? complete(kept) : await makeUp(dataDir, file);
  return {
    codeSecret: codeSecret ?? madeUp.codeSecret,
    passwordPepper: passwordPepper ?? madeUp.passwordPepper,
    withdrawalMacKey: withdrawalMacKey ?? madeUp.withdrawalMacKey,
    vapidPrivateKey: vapidPrivateKey ?? madeUp.vapidPrivateKey,
  };
}

function refuseMadeUp(kept: Kept | null, secrets: Required): void {
  const isMadeUp = (Object.keys(secrets) as (keyof Required)[]).some((name) => kept?.[name] === secrets[name]);
  if (!isMadeUp) return;
  throw new SettingsError([
    'CODE_SECRET, PASSWORD_PEPPER and WITHDRAWAL_MAC_KEY must not be those that the demo generated',
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

/** Derives missing keys from the pepper, so that concurrent starts of an early demo get the same. */
function complete({ withdrawalMacKey, vapidPrivateKey, ...kept }: Kept): Secrets {
  const made = (name: string): Buffer => createHmac('sha256', kept.passwordPepper).update(name).digest();
  return {
    ...kept,
    withdrawalMacKey: withdrawalMacKey ?? made('withdrawal MAC key').toString('hex'),
    vapidPrivateKey: vapidPrivateKey ?? made('VAPID key').toString('base64url'),
  };
}

async function makeUp(dataDir: string, file: string): Promise<Secrets> {
  const secrets = {
    codeSecret: madeUpSecret(),
    passwordPepper: madeUpSecret(),
    withdrawalMacKey: madeUpSecret(),
    vapidPrivateKey: randomBytes(32).toString('base64url'),
  };
  await mkdir(dataDir, { recursive: true });
  // Write under a temporary name first, so that an interrupted start leaves a whole file or none; link instead of rename,
  // so that two concurrent starts both use the first one's file.
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
