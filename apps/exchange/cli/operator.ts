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
import { reachDatabase } from '../src/database/reach-database.ts';
import { createFieldCipher } from '../src/platform/crypto/field-cipher.ts';
import { reasons, type Reason } from '../src/identity/reasons.ts';
import type { Review } from '../src/identity/review.ts';
import { assetSeeds } from '../src/ledger/listings/seeds.ts';
import { openReview } from '../src/identity/open-review.ts';
import { idsAboveLimit } from '../src/funds/withdrawals/above-limit.ts';
import { openFiles } from '../src/pictures/module.ts';
import { formatUsdt } from '../src/markets/prices/valuation.ts';
import { callConsole, logInToConsole } from '../src/admin/command-line.ts';
import { addOperator, type MachineAct, resetOperator, setOperatorEmail } from '../src/admin/at-the-machine.ts';
import { linkUrl } from '../src/admin/link-mail.ts';
import { createLinks, type Links, type OneTimeLink } from '../src/admin/links.ts';
import { createRoster, type Roster } from '../src/admin/roster.ts';
import { createSessionTokens } from '../src/platform/crypto/session-tokens.ts';
import { createOperatorSessions, type OperatorSessions } from '../src/admin/sessions.ts';
import { lockAccount, unlockAccount } from '../src/accounts/locks/account-lock.ts';
import { standardLimits } from '../src/accounts/limits/account-limits.ts';
import { createPasswords } from '../src/accounts/passwords/passwords.ts';
import { openSecrets } from '../src/config/secrets.ts';
import { Refusal } from '../src/refusals/refusal.ts';
import { messages } from '../src/refusals/messages.ts';
import { readSettings, standardConsolePort, type Settings } from '../src/config/settings.ts';
import { notifyOwner } from '../src/funds/withdrawals/notices.ts';
import { type Authority, createAuthority } from '../src/funds/withdrawals/authority.ts';
import { createBlocks } from '../src/funds/withdrawals/blocks.ts';
import { dayLimit } from '../src/funds/withdrawals/rules.ts';
import { createWithdrawalReview, type WithdrawalReview } from '../src/funds/withdrawals/review.ts';
import type { WithdrawalRow } from '../src/funds/withdrawals/withdrawal-row.ts';

const usage = `What operators do at the command line. Uses the settings of the exchange; works while it runs and while it doesn't.

  npm run operator -- create <name> <role> <mail>        an operator of the console, and their one-time link: ${roles.join(', ')}
  npm run operator -- reset <name>                       voids their password and authenticator app, and prints another link
  npm run operator -- mail <name> <mail>                 where the console mails their links
  npm run operator -- operator list
  npm run operator -- identity list                      papers that wait to be decided
  npm run operator -- identity show <customer> [folder]  what stands on them; with a folder, the photos too
  npm run operator -- identity pass <customer>
  npm run operator -- identity fail <customer> <reason>  ${Object.keys(reasons).join(', ')}
  npm run operator -- identity fail <customer> --zh <text> --en <text>
  npm run operator -- identity revoke <customer> --zh <text> --en <text>
                                                         takes a passed one back; withdrawals above the limit stop
  npm run operator -- withdrawal list                    large ones that wait to be decided
  npm run operator -- withdrawal approve <id>
  npm run operator -- withdrawal reject <id> --zh <text> --en <text>
  npm run operator -- account lock|unlock <customer>
  npm run operator -- audit list                         the latest 50 acts

  npm run operator -- login <name> <code>                prints a token of the console; the password is OPERATOR_PASSWORD
  npm run operator -- call <area>.<call> [field=value …] any call of the console, as the operator of OPERATOR_TOKEN
  npm run operator -- call                               lists them
                                                         CONSOLE_URL says where it is, http://localhost:8081 unless told

Acts are written to the audit log under OPERATOR, or the name of the system's user.`;

/** The operator mistyped, or asks for what can't be done: its message is all he needs. */
class OperatorError extends Error {}

interface Desk {
  readonly database: Database;
  readonly review: Review;
  readonly withdrawals: WithdrawalReview;
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

type Act = (desk: Desk, customer: number, last: string | undefined) => Promise<void>;

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
  'withdrawal approve': async ({ withdrawals, operator, settings }, id) => {
    const total = (await withdrawals.dayTotals([id])).get(id);
    if (total === null || (total ?? 0n) >= BigInt(settings.fourEyesFromUsdt) * 1_000_000n)
      throw new OperatorError('two operators have to agree to one of this size: use the console');
    await withdrawals.approve(id, operator);
  },
  'withdrawal reject': async ({ withdrawals, operator, texts: { zh, en } }, id) => {
    if (zh === undefined || en === undefined) throw new OperatorError('a reason is needed: both --zh and --en');
    const isApproved = (await withdrawals.find(id))?.state === 'approved';
    await withdrawals.reject(id, operator, { zh, en }, isApproved ? 'approved' : 'review');
  },
  'account lock': async ({ database, operator }, customer) => {
    const changed = await lockAccount(database.db, { customer, operator, time: Date.now() });
    if (!changed) throw new OperatorError(`customer ${customer} is locked already, or doesn't exist`);
  },
  'account unlock': async ({ database, operator }, customer) => {
    const changed = await unlockAccount(database.db, { customer, operator, time: Date.now() });
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

/** Operators are made here until there are two who can agree in the console. */
function staffAct(verb: string, name: string, [first = '', second = '']: readonly string[]): Act | undefined {
  if (!/^[a-z][a-z0-9.-]{1,31}$/.test(name)) return undefined;
  if (verb === 'reset') return async (desk) => sayLink(desk, await resetOperator(machineAct(desk), name));
  const address = fields.email().safeParse(verb === 'mail' ? first : second);
  if (!address.success) return undefined;
  const email = address.data;
  if (verb === 'mail') return (desk) => setOperatorEmail(machineAct(desk), name, email);
  const role = roles.find((one) => one === first);
  if (role === undefined) return undefined;
  return async (desk) => sayLink(desk, await addOperator(machineAct(desk), { name, role, email }));
}

function machineAct({ database: { db }, roster, links, sessions, operator }: Desk): MachineAct {
  return { db, roster, links, sessions, operator, time: Date.now() };
}

/** Once: the database has no more than its MAC. */
function sayLink({ settings }: Desk, { token, until }: OneTimeLink): void {
  const base = settings.console?.url ?? `http://localhost:${settings.console?.port ?? standardConsolePort}`;
  const ends = new Date(until).toISOString();
  say(
    `One-time link, until ${ends}: ${linkUrl(base, token)}\nThe operator opens it, chooses a password and sets up an authenticator app.`,
  );
}

async function showIdentity({ review, operator, settings }: Desk, customer: number, folder?: string): Promise<void> {
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

function reasonOf(key: string | undefined, { zh, en }: Desk['texts']): Reason {
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

/** Operators' acts know no engine; what can be withdrawn is listed. */
function decimalsOf(coin: string): number {
  const asset = assetSeeds.find(({ code }) => code === coin);
  if (!asset) throw new OperatorError(`${coin} isn't listed`);
  return asset.decimals;
}

function openWithdrawals({ db }: Database, authority: Authority, settings: Settings): WithdrawalReview {
  const blocks = createBlocks({ authority, limitWithoutIdentity: dayLimit(settings.withdrawalLimits, 'none') });
  const inbox = createInbox(Date.now);
  return createWithdrawalReview({
    db,
    authority,
    blocks,
    approverDayUsdt: settings.approverDayUsdt,
    now: Date.now,
    onChange: notifyOwner(inbox, ({ coin }) => decimalsOf(coin)),
  });
}

async function main(): Promise<void> {
  const options = { zh: { type: 'string' }, en: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [area = '', verb = '', target, last] = positionals;
  if (area === 'call') return say(await callConsole(process.env, positionals.slice(1)));
  if (area === 'login') return say(await logInToConsole(process.env, verb, target ?? ''));
  const isOfStaff = ['create', 'reset', 'mail'].includes(area);
  const act = isOfStaff ? staffAct(area, verb, positionals.slice(2)) : acts[`${area} ${verb}`];
  if (act === undefined || values.help === true) throw new OperatorError(usage);
  if (!isOfStaff && verb !== 'list' && !/^\d{1,15}$/.test(target ?? ''))
    throw new OperatorError(`a ${area === 'withdrawal' ? area : 'customer'}'s number is needed\n\n${usage}`);
  return onDatabase((desk) => act({ ...desk, texts: values }, Number(target), last));
}

async function onDatabase(act: (desk: Omit<Desk, 'texts'>) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env);
  await using closing = new AsyncDisposableStack();
  const database = openDatabase(await reachDatabase(settings, closing), { maxConnections: 2 });
  closing.defer(() => database.close());
  const { passwordPepper, withdrawalMacKey } = await openSecrets(settings);
  const { db } = database;
  const seal = createFieldCipher(passwordPepper);
  const inbox = createInbox(Date.now);
  const authority = createAuthority({ key: withdrawalMacKey, log: createLog('fatal') });
  const limit = dayLimit(settings.withdrawalLimits, 'none');
  const review = openReview({
    db,
    seal,
    inbox,
    stoppedWithdrawals: (transaction, customer) => idsAboveLimit(transaction, authority, { customer, limit }),
    now: Date.now,
  });
  const passwords = await createPasswords({ pepper: passwordPepper, limits: standardLimits.password });
  const roster = createRoster({ db, seal, passwords, now: Date.now });
  const operator = process.env['OPERATOR'] ?? userInfo().username;
  const withdrawals = openWithdrawals(database, authority, settings);
  const links = createLinks({ db, secret: passwordPepper, now: Date.now });
  const tokens = createSessionTokens(passwordPepper, 'operator');
  const sessions = createOperatorSessions({ db, tokens, now: Date.now });
  await act({ database, review, roster, links, sessions, withdrawals, operator, settings });
}

function isRefusal(error: Error): error is Refusal {
  return error instanceof Refusal;
}

/** What the operator can mend is said in its own words; the rest comes with its stack. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isRefusal(error)) return messages[error.key].en;
  const isMistyped = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const isForOperator =
    error instanceof OperatorError ||
    [
      'NothingPending',
      'NothingPassed',
      'NotInReview',
      'WithdrawalAltered',
      'NotToApprove',
      'ApproverDayFull',
      'NoDatabaseThere',
      'SettingsError',
      'RefusedError',
      'NetworkError',
      'NoSuchCall',
    ].includes(error.name);
  return isMistyped || isForOperator ? error.message : (error.stack ?? error.message);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}
