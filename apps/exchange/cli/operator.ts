import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { roles } from '@fft/console-contract';
import { fields } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { readAudit } from '../src/audit/audit.ts';
import { createLog } from '../src/platform/log.ts';
import { createInbox } from '../src/content/inbox.ts';
import { openDatabase, type Database } from '../src/database/connection.ts';
import { requireSchema } from '../src/database/check-schema.ts';
import { reachDatabase } from '../src/database/reach-database.ts';
import { createFieldCipher } from '../src/platform/crypto/field-cipher.ts';
import { reasons, type Reason } from '../src/identity/reasons.ts';
import type { Review } from '../src/identity/review.ts';
import { knownAssets } from '../src/ledger/listings/seeds.ts';
import { TokenList } from '../src/ledger/listings/token-list.ts';
import { readTokens } from '../src/assets/listed-tokens.ts';
import { openReview } from '../src/identity/open-review.ts';
import { idsAboveLimit } from '../src/funds/withdrawals/above-limit.ts';
import { openFiles } from '../src/pictures/module.ts';
import { formatUsdt } from '../src/assets/prices/valuation.ts';
import { callConsole, logInToConsole } from '../src/admin/command-line.ts';
import {
  addOperator,
  disableOperator,
  type MachineAct,
  resetOperator,
  setOperatorEmail,
} from '../src/admin/staff/at-the-machine.ts';
import { linkUrl } from '../src/admin/staff/link-mail.ts';
import { createLinks, type Links, type OneTimeLink } from '../src/admin/staff/links.ts';
import { createRoster, type Roster } from '../src/admin/staff/roster.ts';
import { createSessionTokens } from '../src/platform/crypto/session-tokens.ts';
import { forgetDevices } from '../src/accounts/sign-in/device-keys.ts';
import { createOperatorSessions, type OperatorSessions } from '../src/admin/staff/sessions.ts';
import { createLocks, type Locks } from '../src/accounts/locks/account-lock.ts';
import { standardLimits } from '../src/accounts/limits/account-limits.ts';
import { createPasswords } from '../src/accounts/passwords/passwords.ts';
import { openSecrets } from '../src/config/secrets.ts';
import { Refusal } from '../src/refusals/refusal.ts';
import { readSettings, standardConsolePort, type Settings } from '../src/config/settings.ts';
import { notifyOwner } from '../src/funds/withdrawals/notify-owner.ts';
import { type Authority, createAuthority } from '../src/funds/withdrawals/authority.ts';
import { createBlocks } from '../src/funds/withdrawals/blocks.ts';
import { dayLimit } from '../src/funds/withdrawals/rules.ts';
import { createWithdrawalReview, type WithdrawalReview } from '../src/funds/withdrawals/review.ts';
import type { WithdrawalRow } from '../src/funds/withdrawals/withdrawal-row.ts';

const usage = `Operators' work at the command line. Uses the exchange's settings, and works whether the exchange is running or not.

  npm run operator -- create <name> <role> <mail>        creates an operator of the console and prints their one-time link: ${roles.join(', ')}
  npm run operator -- reset <name>                       voids their password and authenticator app, and prints another link
  npm run operator -- mail <name> <mail>                 sets the address to which the console mails their links
  npm run operator -- disable <name>                     revokes their access; two admins remain, and two for each act that takes two
  npm run operator -- operator list
  npm run operator -- identity list                      papers waiting for a decision
  npm run operator -- identity show <customer> [folder]  their content; with a folder, the photos too
  npm run operator -- identity pass <customer>
  npm run operator -- identity fail <customer> <reason>  ${Object.keys(reasons).join(', ')}
  npm run operator -- identity fail <customer> --zh <text> --en <text>
  npm run operator -- identity revoke <customer> --zh <text> --en <text>
                                                         revokes a passed identity; withdrawals above the limit stop
  npm run operator -- withdrawal list                    large withdrawals waiting for a decision
  npm run operator -- withdrawal show <id>               what an operator checks; an approval requires it
  npm run operator -- withdrawal approve <id>            a small one; two operators approve others in the console
  npm run operator -- withdrawal reject <id> --zh <text> --en <text>
  npm run operator -- account lock|unlock <customer>     a security lock; those of compliance and courts are lifted in the console
  npm run operator -- audit list                         the latest 50 acts

  npm run operator -- login <name> <code>                prints a token of the console; the password is OPERATOR_PASSWORD
  npm run operator -- call <area>.<call> [field=value …] runs any call of the console, as the operator of OPERATOR_TOKEN
  npm run operator -- call                               lists the calls
                                                         CONSOLE_URL is the console's address, by default http://localhost:8081

Acts are written to the audit log under OPERATOR, or the name of the system's user.`;

/** The request was mistyped or cannot be done: the operator sees only its message. */
class OperatorError extends Error {}

interface OperatorTools {
  readonly database: Database;
  readonly review: Review;
  readonly withdrawals: WithdrawalReview;
  readonly locks: Locks;
  readonly operator: string;
  readonly settings: Settings;
  readonly roster: Roster;
  readonly links: Links;
  readonly sessions: OperatorSessions;
  readonly texts: { readonly zh?: string; readonly en?: string };
}

const say = (value: unknown): void => {
  process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`);
};

type Act = (tools: OperatorTools, customer: number, last: string | undefined) => Promise<void>;

const acts: Readonly<Record<string, Act>> = {
  'identity list': async ({ review, operator }) => {
    const everything = { view: 'waiting', order: 'oldest', after: null, limit: 10_000 } as const;
    for (const { customer, name, submitted, nationality, idType, attempt, sameAs } of await review.queue({
      ...everything,
      operator,
    })) {
      const since = new Date(submitted).toISOString();
      say(JSON.stringify({ customer, nationality, idType, name, attempt, sameAs, submitted: since }));
    }
  },
  'identity show': showIdentity,
  'identity pass': ({ review, operator }, customer) => review.pass(customer, operator),
  'identity fail': ({ review, operator, texts }, customer, last) =>
    review.fail(customer, operator, reasonOf(last, texts)),
  'identity revoke': async ({ review, operator, texts: { zh, en } }, customer) => {
    if (zh === undefined || en === undefined) throw new OperatorError('a reason is needed: both --zh and --en');
    const withdrawals = await review.revoke(customer, operator, { zh, en });
    say(withdrawals.length === 0 ? 'Revoked.' : `Revoked; in review: withdrawals ${withdrawals.join(', ')}`);
  },
  'withdrawal list': async ({ withdrawals }) => {
    for (const row of await withdrawals.waiting()) say(JSON.stringify(waitingWithdrawal(row)));
  },
  'withdrawal show': async ({ withdrawals, operator }, id) => {
    const row = await withdrawals.view(id, operator);
    if (row === null) throw new OperatorError(`there is no withdrawal ${id}`);
    say(waitingWithdrawal(row));
  },
  'withdrawal approve': ({ withdrawals, operator }, id) => withdrawals.approve(id, operator),
  'withdrawal reject': async ({ withdrawals, operator, texts: { zh, en } }, id) => {
    if (zh === undefined || en === undefined) throw new OperatorError('a reason is needed: both --zh and --en');
    const isApproved = (await withdrawals.find(id))?.state === 'approved';
    await withdrawals.reject(id, operator, { zh, en }, isApproved ? 'approved' : 'review');
  },
  'account lock': async ({ locks, operator }, customer) => {
    const by = { name: operator, role: null };
    const changed = await locks.lock({ customer, kind: 'security', by, time: Date.now() });
    if (!changed) throw new OperatorError(`customer ${customer} is locked already, or doesn't exist`);
  },
  'account unlock': async ({ locks, operator }, customer) => {
    const changed = await locks.unlock({ customer, by: { name: operator, role: null }, time: Date.now() });
    if (!changed) throw new OperatorError(`customer ${customer} isn't locked, or doesn't exist`);
  },
  'operator list': async ({ roster }) => {
    for (const row of await roster.list()) say(JSON.stringify(row));
  },
  'audit list': async ({ database }) => {
    for (const { time, ...act } of await readAudit(database.db, { limit: 50 })) {
      say(JSON.stringify({ time: new Date(time).toISOString(), ...act }));
    }
  },
};

/** Operators are created here until two of them can approve each other's acts in the console. */
function staffAct(verb: string, name: string, [first = '', second = '']: readonly string[]): Act | undefined {
  if (!/^[a-z][a-z0-9.-]{1,31}$/.test(name)) return undefined;
  if (verb === 'disable') return (tools) => disableOperator(machineAct(tools), name);
  if (verb === 'reset') return async (tools) => printLink(tools, await resetOperator(machineAct(tools), name));
  const address = fields.email().safeParse(verb === 'mail' ? first : second);
  if (!address.success) return undefined;
  const email = address.data;
  if (verb === 'mail') return (tools) => setOperatorEmail(machineAct(tools), name, email);
  const role = roles.find((one) => one === first);
  if (role === undefined) return undefined;
  return async (tools) => printLink(tools, await addOperator(machineAct(tools), { name, role, email }));
}

function machineAct({ database: { db }, roster, links, sessions, operator }: OperatorTools): MachineAct {
  return { db, roster, links, sessions, operator, time: Date.now() };
}

/** Printed once: the database stores only a MAC of the token. */
function printLink({ settings }: OperatorTools, { token, until }: OneTimeLink): void {
  const base = settings.console?.url ?? `http://localhost:${settings.console?.port ?? standardConsolePort}`;
  const ends = new Date(until).toISOString();
  say(
    `One-time link, until ${ends}: ${linkUrl(base, token)}\nThe operator opens it, chooses a password and sets up an authenticator app.`,
  );
}

async function showIdentity(
  { review, operator, settings }: OperatorTools,
  customer: number,
  folder?: string,
): Promise<void> {
  const identity = await review.show(customer, operator);
  if (identity === null) throw new OperatorError(`customer ${customer} has submitted nothing`);
  say(identity);
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = openFiles(settings);
  for (const [photo, id] of Object.entries(identity.photos)) {
    const path = join(folder, `${customer}-${photo}.jpg`);
    await writeFile(path, await files.read(id), { mode: 0o600 });
    say(path);
  }
}

function reasonOf(key: string | undefined, { zh, en }: OperatorTools['texts']): Reason {
  if (key === undefined && zh !== undefined && en !== undefined) return { zh, en };
  const found = Object.entries(reasons).find(([name]) => name === key)?.[1];
  if (found !== undefined) return found;
  throw new OperatorError(`a reason is needed: ${Object.keys(reasons).join(', ')}, or both --zh and --en`);
}

function waitingWithdrawal(row: WithdrawalRow): Readonly<Record<string, unknown>> {
  const { id, customer, coin, chain, address, memo, risks, time } = row;
  const decimals = decimalsOf(coin);
  const worth = row.usdt_units === null ? null : formatUsdt(BigInt(row.usdt_units));
  const amount = formatDecimal(row.amount, decimals, { trim: true });
  return { id, customer, coin, chain, amount, worth, risks, address, memo, time: new Date(time).toISOString() };
}

/** Tokens that operators listed in the console. */
const listedTokens = new TokenList();

/** Without an engine, decimals come from the listing: coins that can be withdrawn are in it. */
function decimalsOf(coin: string): number {
  const decimals = knownAssets.find(({ code }) => code === coin)?.decimals ?? listedTokens.decimalsOf(coin);
  if (decimals === null) throw new OperatorError(`${coin} isn't listed`);
  return decimals;
}

function openWithdrawals(
  { db }: Database,
  authority: Authority,
  { settings, review }: Pick<OperatorTools, 'settings' | 'review'>,
): WithdrawalReview {
  const blocks = createBlocks({ authority, limitWithoutIdentity: dayLimit(settings.withdrawalLimits, 'none') });
  const inbox = createInbox(Date.now);
  return createWithdrawalReview({
    db,
    authority,
    blocks,
    approverDayUsdt: settings.approverDayUsdt,
    fourEyesFrom: BigInt(settings.fourEyesFromUsdt) * 1_000_000n,
    passedBy: (customer) => review.passedBy(customer),
    now: Date.now,
    onChange: notifyOwner(inbox, ({ coin }) => decimalsOf(coin), { networks: settings.ownNetworks }),
  });
}

async function main(): Promise<void> {
  const options = { zh: { type: 'string' }, en: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [area = '', verb = '', target, last] = positionals;
  if (area === 'call') return say(await callConsole(process.env, positionals.slice(1)));
  if (area === 'login') return say(await logInToConsole(process.env, verb, target ?? ''));
  const isStaffAct = ['create', 'reset', 'mail', 'disable'].includes(area);
  const act = isStaffAct ? staffAct(area, verb, positionals.slice(2)) : acts[`${area} ${verb}`];
  if (act === undefined || values.help === true) throw new OperatorError(usage);
  if (!isStaffAct && verb !== 'list' && !/^\d{1,15}$/.test(target ?? ''))
    throw new OperatorError(`a ${area === 'withdrawal' ? area : 'customer'}'s number is required\n\n${usage}`);
  return onDatabase((tools) => act({ ...tools, texts: values }, Number(target), last));
}

async function onDatabase(act: (tools: Omit<OperatorTools, 'texts'>) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env);
  await using closing = new AsyncDisposableStack();
  const url = await reachDatabase(settings, closing);
  await requireSchema(url);
  const database = openDatabase(url, { maxConnections: 2 });
  closing.defer(() => database.close());
  const { passwordPepper, withdrawalMacKey } = await openSecrets(settings);
  const { db } = database;
  const seal = createFieldCipher(passwordPepper);
  const inbox = createInbox(Date.now);
  const log = createLog('fatal');
  const authority = createAuthority({
    key: withdrawalMacKey,
    log,
    decimalsOf: (coin) => listedTokens.decimalsOf(coin),
  });
  await readTokens({ db, authority, tokens: listedTokens, log });
  const limit = dayLimit(settings.withdrawalLimits, 'none');
  const review = openReview({
    db,
    seal,
    nameSecret: passwordPepper,
    inbox,
    stoppedWithdrawals: (transaction, customer) => idsAboveLimit(transaction, authority, { customer, limit }),
    stopsPerHour: settings.stopsPerHour,
    now: Date.now,
  });
  const passwords = await createPasswords({ pepper: passwordPepper, limits: standardLimits.password });
  const roster = createRoster({ db, seal, passwords, now: Date.now });
  const operator = process.env['OPERATOR'] ?? userInfo().username;
  const withdrawals = openWithdrawals(database, authority, { settings, review });
  const links = createLinks({ db, secret: passwordPepper, now: Date.now });
  const tokens = createSessionTokens(passwordPepper, 'operator');
  const sessions = createOperatorSessions({ db, tokens, forgetDevices, now: Date.now });
  const { stopsPerHour, houseAccounts } = settings;
  const locks = createLocks({ db, houseAccounts, stopsPerHour });
  await act({ locks, database, review, roster, links, sessions, withdrawals, operator, settings });
}

/** Problems that the operator can solve are printed as text; others with their stack. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal) return error.text('en');
  const isMistyped = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const isForOperator =
    error instanceof OperatorError ||
    ['NoDatabaseThere', 'SettingsError', 'RefusedError', 'NetworkError', 'NoSuchCall'].includes(error.name);
  return isMistyped || isForOperator ? error.message : (error.stack ?? error.message);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
