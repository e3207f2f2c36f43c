import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { serverUrls } from '@fft/postgres';
import * as z from 'zod';

/** A setting with a whole number; its error names the range. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

export const port = wholeNumber(0, 65_535);

/** An amount in whole USDT. */
export const wholeUsdt = wholeNumber(0, 999_999_999);

/** A number of days or months; null for 0: without end. */
export const spanOrNull = (max: number, standard: number) =>
  wholeNumber(0, max)
    .transform((span) => (span === 0 ? null : span))
    .default(standard === 0 ? null : standard);

/** A limit of weight: the heaviest call must fit. */
export const weight = wholeNumber(0, 10_000_000).refine(
  (most) => most === 0 || most >= 400,
  'must be 0, or at least 400',
);

export const onOff = z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on');

/** Several values, separated by commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Addresses and networks of the internet protocol. */
export const networkList = list
  .pipe(
    z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'may list addresses and networks like 10.0.0.0/8')),
  )
  .readonly()
  .default([]);

/** A setting with a URL. */
export const address = (protocols: RegExp, example: string) =>
  z
    .url({ protocol: protocols, error: `must be a URL like ${example}` })
    .nullable()
    .default(null);

/** An origin, without the path that its URL may have. */
export const origin = (example: string) =>
  z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), `must be a URL like ${example}`)
    .transform((text) => new URL(text).origin)
    .nullable()
    .default(null);

const server = z
  .string()
  .refine(
    (text) => serverUrls(text).every((url) => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')),
    'must be a URL like postgres://user:password@host:5432/name, or with several servers host1:5432,host2:5432',
  );

function sessionOf(text: string): string | null {
  return URL.parse(serverUrls(text)[0] ?? '')?.searchParams.get('target_session_attrs') ?? null;
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

/** True for a private bucket with its key. */
export function namesBucket(text: string): boolean {
  const { protocol, username, password, pathname } = URL.parse(text) ?? {};
  return /^https?:$/.test(protocol ?? '') && Boolean(username && password) && (pathname ?? '').length > 1;
}

/** A setting in JSON. */
export const json = z.string().transform((text, context) => {
  try {
    return z.unknown().parse(JSON.parse(text));
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

/** Values by name, each percent-encoded, as OpenTelemetry's specification has them. */
export const pairs = z
  .string()
  .regex(
    /^[^=,\s]+=([^,%]|%[0-7][\da-f])*(,[^=,\s]+=([^,%]|%[0-7][\da-f])*)*$/i,
    'must be like name=value,name=value, with % written as %25',
  )
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
      }),
    ),
  )
  .default({});

/** A number from 0 to 1. */
export const ratio = z.coerce
  .number('must be a number from 0 to 1')
  .min(0, 'must be a number from 0 to 1')
  .max(1, 'must be a number from 0 to 1');

const localNames: ReadonlySet<string> = new Set(['', 'localhost', '127.0.0.1', '[::1]', '::1']);

/** True if a URL's host is this machine; a socket path has an empty host. */
export function isThisMachine(host: string): boolean {
  return localNames.has(host);
}
