import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, type StdioOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** The user that runs PostgreSQL's programs: a prefix of their command line, and their ids. */
export interface PostgresUser {
  readonly prefix: readonly string[];
  /** Absent if the programs keep this process's ids. */
  readonly ids?: { readonly uid: number; readonly gid: number };
}

const run = promisify(execFile);
const sameUser: PostgresUser = { prefix: [] };
/** PostgreSQL refuses to run as root. In a user namespace root has another id, and keeps access to root's files. */
const namespaced: PostgresUser = { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] };
const idNobody = 65534;

/**
 * Finds a user that PostgreSQL accepts and that can access its programs and folder. An ordinary user runs it directly.
 * Root uses the owner of an existing cluster; else a user namespace, then the owner of the nearest folder above that
 * is not root's, then `nobody`.
 */
export async function choosePostgresUser(postgres: string, home: string, cluster: string): Promise<PostgresUser> {
  const isRoot = process.getuid?.() === 0;
  const refusals: string[] = [];
  for (const candidate of isRoot ? await candidatesForRoot(home, cluster) : [sameUser]) {
    const refusal = await tryCandidate(candidate, postgres, home);
    if (refusal === null) return candidate;
    refusals.push(refusal);
  }
  const who = isRoot ? ' as root, neither in a user namespace nor as another user that reaches this folder' : '';
  throw new Error(
    `PostgreSQL can't be run here${who}: start as an ordinary user that owns the folder, or set DATABASE_URL to a PostgreSQL ` +
      `(${refusals.join('; ')})`,
  );
}

async function candidatesForRoot(home: string, cluster: string): Promise<PostgresUser[]> {
  const clusterOwner = await ownerOf(cluster);
  if (clusterOwner !== null && clusterOwner.uid !== 0) return [{ prefix: [], ids: clusterOwner }];
  // A cluster owned by root opens only in a namespace of root's.
  if (clusterOwner !== null) return [namespaced];
  return [
    namespaced,
    ...(await ownersAbove(home)).map((ids) => ({ prefix: [], ids })),
    { prefix: [], ids: { uid: idNobody, gid: idNobody } },
  ];
}

/** The owners of the nearest folder that is not root's: usually the home that holds the data. */
async function ownersAbove(folder: string): Promise<{ uid: number; gid: number }[]> {
  for (let current = folder; current !== dirname(current); current = dirname(current)) {
    const owner = await ownerOf(current);
    if (owner !== null && owner.uid !== 0) return [owner];
  }
  return [];
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch {
    return null;
  }
}

async function tryCandidate(user: PostgresUser, postgres: string, home: string): Promise<string | null> {
  try {
    await runAs(user, '/', ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', home, postgres]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Makes PostgreSQL, or another program that this signal ends, die with this process if the system supports it (Linux); elsewhere the next start stops the leftover. */
export async function withParentDeathSignal(
  user: PostgresUser,
  signal: 'INT' | 'TERM' | 'KILL' = 'INT',
): Promise<PostgresUser> {
  const bound = { ...user, prefix: [...user.prefix, 'setpriv', '--pdeathsig', signal] };
  try {
    await runAs(bound, '/', ['true']);
    return bound;
  } catch {
    return user;
  }
}

/** Runs a program as this user until it ends. @throws with its error output if it fails */
export async function runAs(user: PostgresUser, cwd: string, command: readonly string[]): Promise<void> {
  const [program, args] = commandLine(user, command);
  try {
    await run(program, args, { cwd, env: environment(), ...user.ids });
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    throw new Error(stderr?.trim() || `${program} could not be run`, { cause });
  }
}

/** Starts a program as this user in a separate session, so that Ctrl-C in the terminal does not reach it. */
export function spawnAs(user: PostgresUser, command: readonly string[], outputFd: number): ChildProcess {
  const [program, args] = commandLine(user, command);
  const stdio: StdioOptions = ['ignore', outputFd, outputFd];
  return spawn(program, args, { cwd: '/', env: environment(), stdio, detached: true, ...user.ids });
}

function commandLine(user: PostgresUser, command: readonly string[]): [program: string, args: string[]] {
  const [program, ...args] = [...user.prefix, ...command];
  assert(program !== undefined, 'a command has a program');
  return [program, args];
}

/** The environment without PostgreSQL's variables, which would be meant for another server. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
