import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isVapidKey } from '../platform/push/push-sender.ts';
import { openSecrets } from './secrets.ts';
import { SettingsError } from './settings.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fft-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const codeSecret = 'c'.repeat(32);
const passwordPepper = 'p'.repeat(32);
const withdrawalMacKey = 'm'.repeat(32);

test('the demo generates its secrets once and keeps them private', async () => {
  const given = {
    mode: 'demo',
    dataDir: join(dataDir, 'new'),
    codeSecret: null,
    passwordPepper: null,
    withdrawalMacKey: null,
    vapidPrivateKey: null,
  } as const;
  const first = await openSecrets(given);
  expect(first.codeSecret).toHaveLength(64);
  expect(first.passwordPepper).not.toBe(first.codeSecret);
  expect(isVapidKey(first.vapidPrivateKey ?? '')).toBe(true);
  expect(await openSecrets(given)).toEqual(first);
  expect((await stat(join(dataDir, 'new', 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test('concurrent starts generate the same secrets and leave no other files', async () => {
  const given = {
    mode: 'demo',
    dataDir,
    codeSecret: null,
    passwordPepper: null,
    withdrawalMacKey: null,
    vapidPrivateKey: null,
  } as const;
  const made = await Promise.all(Array.from({ length: 5 }, () => openSecrets(given)));
  expect(new Set(made.map(({ codeSecret: one }) => one)).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['secrets.json']);
});

test('the demo uses a secret that is set', async () => {
  const secrets = await openSecrets({
    mode: 'demo',
    dataDir,
    codeSecret,
    passwordPepper: null,
    withdrawalMacKey: null,
    vapidPrivateKey: null,
  });
  expect(secrets.codeSecret).toBe(codeSecret);
  expect(secrets.passwordPepper).toHaveLength(64);
});

test('a damaged file is reported, not replaced: its pepper may be in use', async () => {
  const file = join(dataDir, 'secrets.json');
  await writeFile(file, '{"codeSecret":"x"}');
  await expect(
    openSecrets({
      mode: 'demo',
      dataDir,
      codeSecret: null,
      passwordPepper: null,
      withdrawalMacKey: null,
      vapidPrivateKey: null,
    }),
  ).rejects.toThrow(file);
  expect(await readFile(file, 'utf8')).toBe('{"codeSecret":"x"}');
});

test('production uses the given secrets and writes nothing', async () => {
  const keys = { codeSecret, passwordPepper, withdrawalMacKey, vapidPrivateKey: null };
  expect(await openSecrets({ mode: 'production', dataDir, ...keys })).toEqual(keys);
  await expect(stat(join(dataDir, 'secrets.json'))).rejects.toThrow('ENOENT');
});

test('production refuses secrets that a demo generated', async () => {
  const madeUp = await openSecrets({
    mode: 'demo',
    dataDir,
    codeSecret: null,
    passwordPepper: null,
    withdrawalMacKey: null,
    vapidPrivateKey: null,
  });
  await expect(openSecrets({ mode: 'production', dataDir, ...madeUp })).rejects.toThrow(SettingsError);
  const own = { ...madeUp, codeSecret, passwordPepper };
  await expect(openSecrets({ mode: 'production', dataDir, ...own })).rejects.toThrow(SettingsError);
});

test('a demo from before the withdrawal and push keys always derives the same ones', async () => {
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify({ codeSecret, passwordPepper }));
  const given = {
    mode: 'demo',
    dataDir,
    codeSecret: null,
    passwordPepper: null,
    withdrawalMacKey: null,
    vapidPrivateKey: null,
  } as const;
  const made = await openSecrets(given);
  expect(made.withdrawalMacKey).toHaveLength(64);
  expect(isVapidKey(made.vapidPrivateKey ?? '')).toBe(true);
  expect(await openSecrets(given)).toEqual({ ...made, codeSecret, passwordPepper });
});
