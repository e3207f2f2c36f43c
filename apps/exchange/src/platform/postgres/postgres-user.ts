import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, type StdioOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** As whom PostgreSQL's programs run: what is put before their command line, and the ids they are given. */
export interface PostgresUser {
  readonly prefix: readonly string[];
  /** Absent where the programs keep the ids of this process. */
  readonly ids?: { readonly uid: number; readonly gid: number };
}

const run = promisify(execFile);
const sameUser: PostgresUser = { prefix: [] };
/** PostgreSQL refuses to run as root: in a namespace of its own, root's process has another number, and keeps root's files. */
const namespaced: PostgresUser = { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] };
const idNobody = 65534;

/**
 * Finds a user that PostgreSQL accepts and that reaches its programs and its folder. An ordinary user runs it as is.
 * For root: the owner of a cluster that stands; else a user namespace, then the owner of the nearest folder above that
 * isn't root's, then nobody.
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
  // A cluster of root's own opens only as root's, and that is in a namespace.
  if (clusterOwner !== null) return [namespaced];
  return [
    namespaced,
    ...(await ownersAbove(home)).map((ids) => ({ prefix: [], ids })),
    { prefix: [], ids: { uid: idNobody, gid: idNobody } },
  ];
}

/** The owner of the nearest folder that isn't root's: whoever's home the data lies in. */
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

/** Makes PostgreSQL die with this process where the system can (Linux); elsewhere the next start stops what is left. */
export async function withParentDeathSignal(user: PostgresUser): Promise<PostgresUser> {
  const bound = { ...user, prefix: [...user.prefix, 'setpriv', '--pdeathsig', 'INT'] };
  try {
    await runAs(bound, '/', ['true']);
    return bound;
  } catch {
    return user;
  }
}

/** Runs a program as this user until it ends. @throws with what it wrote to its error output if it fails */
export async function runAs(user: PostgresUser, cwd: string, command: readonly string[]): Promise<void> {
  const [program, args] = commandLine(user, command);
  try {
    await run(program, args, { cwd, env: environment(), ...user.ids });
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    throw new Error(stderr?.trim() || `${program} could not be run`, { cause });
  }
}

/** Starts a program as this user, in a session of its own so that a Ctrl-C in the terminal doesn't reach it. */
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

/** Settings for other PostgreSQLs that this process may have been given are not meant for this one. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
