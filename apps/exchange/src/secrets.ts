import { randomBytes } from 'node:crypto';
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
}

const secretsForm = z.object({ codeSecret: z.string().min(32), passwordPepper: z.string().min(32) });

type Given = Pick<Settings, 'mode' | 'dataDir' | 'codeSecret' | 'passwordPepper'>;

/** Gives the secrets of the settings; the demo makes up what isn't given and keeps it in its data folder. */
export async function openSecrets({ mode, dataDir, codeSecret, passwordPepper }: Given): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const kept = await readKept(file);
  if (mode === 'production') {
    // `readSettings` has seen to it that both are there.
    if (codeSecret === null || passwordPepper === null)
      throw new SettingsError(['the secrets are needed in production']);
    refuseMadeUp(kept, codeSecret, passwordPepper);
    return { codeSecret, passwordPepper };
  }
  const madeUp = kept ?? (await makeUp(dataDir, file));
  return { codeSecret: codeSecret ?? madeUp.codeSecret, passwordPepper: passwordPepper ?? madeUp.passwordPepper };
}

function refuseMadeUp(kept: Secrets | null, codeSecret: string, passwordPepper: string): void {
  if (kept?.codeSecret !== codeSecret && kept?.passwordPepper !== passwordPepper) return;
  throw new SettingsError(['CODE_SECRET and PASSWORD_PEPPER must not be those that the demo made up']);
}

async function readKept(file: string): Promise<Secrets | null> {
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

async function makeUp(dataDir: string, file: string): Promise<Secrets> {
  const secrets = { codeSecret: randomBytes(32).toString('hex'), passwordPepper: randomBytes(32).toString('hex') };
  await mkdir(dataDir, { recursive: true });
  // Written under another name first, so that a start that is killed leaves a whole file or none; linked and not renamed,
  // so that of two starts at once both use what the first one made.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return secrets;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return (await readKept(file)) ?? secrets;
    throw error;
  } finally {
    await unlink(draft);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
