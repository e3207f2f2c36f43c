import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { serverUrls } from '@fft/postgres';
import * as z from 'zod';

/** A setting with a URL. */
export const address = (protocols: RegExp, example: string) =>
  z
    .url({ protocol: protocols, error: `must be a URL like ${example}` })
    .nullable()
    .default(null);

const server = z
  .string()
  .refine(
    isDatabaseAddress,
    'must be a URL like postgres://user:password@host:5432/name, or with several servers host1:5432,host2:5432',
  );

/** A private bucket with its key. */
export function namesBucket(address: string): boolean {
  const { protocol, username, password, pathname } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol ?? '') && Boolean(username && password) && (pathname ?? '').length > 1;
}

/** The address of PostgreSQL; several servers are separated by commas, and the primary among them is used. */
export const databaseAddress = server
  .refine(
    (text) => [null, 'read-write', 'primary'].includes(sessionOf(text)),
    'may have target_session_attrs=read-write only: the exchange writes',
  )
  .nullable()
  .default(null);

/** The address of standbys; of several servers, separated by commas, the first that is one is read from. */
export const standbyAddress = server
  .refine(
    (text) => !['read-write', 'primary'].includes(sessionOf(text) ?? ''),
    'may not have target_session_attrs=read-write: only standbys are read from',
  )
  .nullable()
  .default(null);

function isDatabaseAddress(text: string): boolean {
  return serverUrls(text).every((url) => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''));
}

function sessionOf(text: string): string | null {
  return URL.parse(serverUrls(text)[0] ?? '')?.searchParams.get('target_session_attrs') ?? null;
}

/** A setting in JSON. */
export const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('must be JSON');
    return z.NEVER;
  }
});

/** A program on this machine, as an absolute path: the process that starts it may have another working folder. */
export const program = z
  .string()
  .refine(isProgram, 'must be the path of a program on this machine that may be run')
  .transform((path) => resolve(path))
  .nullable()
  .default(null);

/** True for a file that this process may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
