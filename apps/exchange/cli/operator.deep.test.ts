import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { generateSync } from 'otplib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../src/audit/audit.ts';
import { callConsole, logInToConsole } from '../src/admin/command-line.ts';
import { enrolBy, ownPassword } from '../testing/test-console.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../testing/test-exchange.ts';
import { testAuthority, testBlocks } from '../testing/test-authority.ts';
import { createWithdrawals } from '../src/funds/withdrawals/withdrawals.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let file: Blob;

beforeAll(async () => {
  exchange = await startTestExchange({ CONSOLE_PORT: '0' });
  anna = await exchange.register('anna', 'en');
  const created = sharp({ create: { width: 30, height: 20, channels: 3, background: '#246' } });
  file = new Blob([new Uint8Array(await created.png().toBuffer())]);
});
afterAll(() => exchange.stop());

/** Runs the operators' command in a separate process, beside the exchange. */
function operator(...words: readonly string[]): Promise<Done> {
  return operatorWith({}, ...words);
}

interface Done {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

function operatorWith(changed: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Done> {
  const { promise, resolve } = Promise.withResolvers<Done>();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, OPERATOR: 'olga', ...exchange.environment, ...changed };
  const program = join(import.meta.dirname, 'operator.ts');
  const child = execFile(process.execPath, [program, ...words], { env }, (_error, out, errors) => {
    resolve({ code: child.exitCode ?? -1, out, errors });
  });
  return promise;
}

async function submit(): Promise<void> {
  const [front, back, hand] = [
    await anna.call(calls.upload.image, { file }),
    await anna.call(calls.upload.image, { file }),
    await anna.call(calls.upload.image, { file }),
  ];
  const photos = { front: front.id, back: back.id, hand: hand.id };
  const papers = { nationality: 'DE', name: 'Anna Novak', idType: 'passport', idNumber: 'C01X00T47' } as const;
  await anna.call(calls.identity.submit, { ...papers, ...photos });
}

test('papers are listed, shown with their photos, refused, submitted again, and passed', async () => {
  await submit();
  expect((await operator('identity', 'list')).out).toContain(`{"customer":${anna.id},"nationality":"DE"`);
  const folder = join(exchange.environment['DATA_DIR'] ?? '', 'looked-at');
  const shown = await operator('identity', 'show', anna.id, folder);
  expect(shown.out).toContain('"idNumber": "C01X00T47"');
  expect((await sharp(await readFile(join(folder, `${anna.id}-hand.jpg`))).metadata()).format).toBe('jpeg');

  const failed = await operator('identity', 'fail', anna.id, '--zh', '照片过暗', '--en', 'Too dark');
  expect([failed.code, failed.errors]).toEqual([0, '']);
  expect(await anna.call(calls.identity.read, {})).toMatchObject({ state: 'failed', reason: 'Too dark' });
  await submit();
  expect((await operator('identity', 'pass', anna.id)).code).toBe(0);
  expect(await anna.call(calls.user.read, {})).toMatchObject({ identity: { state: 'passed' } });
  const { out } = await operator('audit', 'list');
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { act: string }).act),
  ).toEqual(['identity.pass', 'identity.fail', 'identity.show']);
  expect(out).toContain('"operator":"olga"');
  expect(out).not.toContain('C01X00T47');
});

test('an account is locked and unlocked', async () => {
  const ben = await exchange.register('ben', 'en');
  const login = () =>
    exchange.anonymous.call(calls.auth.login, { email: 'ben@test.example', password: 'the password of ben' });
  expect((await operator('account', 'lock', ben.id)).code).toBe(0);
  await expect(login()).rejects.toMatchObject({ code: Code.accountLocked });
  expect((await operator('account', 'unlock', ben.id)).code).toBe(0);
  await expect(login()).resolves.toMatchObject({ user: { id: ben.id } });
});

test('without an exchange nothing is created', async () => {
  const empty = join(exchange.environment['DATA_DIR'] ?? '', 'empty');
  const { code, errors } = await operatorWith({ DATABASE_URL: '', DATA_DIR: empty }, 'identity', 'list');
  expect(code).toBe(1);
  expect(errors).toContain(`there is no database in ${empty}`);
  expect(existsSync(empty)).toBe(false);
});

test.each<[words: string[], says: string]>([
  [[], 'npm run operator'],
  [['identity', 'burn', '1000'], 'npm run operator'],
  [['identity', 'pass'], "a customer's number is required"],
  [['identity', 'pass', 'anna'], "a customer's number is required"],
  [['identity', 'pass', '999999'], 'No identity documents of this customer are under review'],
  [['identity', 'fail', '999999', 'ugly'], 'a reason is needed: unreadable'],
  [['identity', 'fail', '999999', '--en', 'x'], 'a reason is needed: unreadable'],
  [['identity', 'show', '999999'], 'customer 999999 has submitted nothing'],
  [['account', 'unlock', '999999'], "customer 999999 isn't locked"],
  [['create', 'no.mail', 'admin'], 'npm run operator'],
  [['create', 'no.mail', 'admin', 'nowhere'], 'npm run operator'],
  [['--burn'], "Unknown option '--burn'"],
])('%j is refused with a plain message', async (words, says) => {
  const { code, out, errors } = await operator(...words);
  expect([code, out]).toEqual([1, '']);
  expect(errors).toContain(says);
  expect(errors).not.toContain('    at ');
});

/** Puts a withdrawal of this worth, in millionths of a USDT, into review. */
async function inReview(requestId: string, worth: number): Promise<number> {
  const { db } = exchange.database;
  const authority = testAuthority();
  const withdrawals = createWithdrawals({
    db,
    host: { engine: { withdrawal: () => null } },
    authority,
    blocks: testBlocks(authority),
    now: () => 1_700_000_000_000,
  });
  const request = {
    customer: Number(anna.id),
    request_id: requestId,
    coin: 'USDT',
    chain: 'ETH',
    asset: 6,
    address_id: 1,
    address: 'T',
    memo: '',
    amount: 20_000_000_000,
    fee: 1_000_000,
    usdt_units: worth,
    planned: 'review',
  } as const;
  const begun = await db.transaction().execute(async (transaction) => {
    const row = await withdrawals.add(transaction, request);
    return withdrawals.begin(transaction, row.id);
  });
  return begun?.id ?? 0;
}

test('withdrawals in review are listed and decided', async () => {
  const id = String(await inReview('large', 20_000_000_000));
  expect((await operator('withdrawal', 'list')).out).toContain(`{"id":${id},"customer":${anna.id},"coin":"USDT"`);
  expect(await operator('withdrawal', 'reject', id)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('--zh') as string,
  });
  expect(await operator('withdrawal', 'approve', id)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Open this withdrawal') as string,
  });
  expect((await operator('withdrawal', 'show', id)).out).toContain(`"id": ${id}`);
  expect(await operator('withdrawal', 'approve', id)).toMatchObject({ code: 0, errors: '' });
  expect(await operator('withdrawal', 'approve', id)).toMatchObject({
    code: 1,
    errors: 'This withdrawal is not in review\n',
  });
  const { items } = await anna.call(calls.content.list, { kind: 'account' });
  expect(items[0]).toMatchObject({
    title: 'Your withdrawal was accepted',
    summary: 'Amount: 20,000 USDT · Ethereum (ERC20)',
  });
  expect((await operator('audit', 'list')).out).toContain(`"act":"withdrawal.approve","target":"withdrawal ${id}"`);
});

test('a withdrawal that two must agree to is refused to one name', async () => {
  const id = String(await inReview('larger', 60_000_000_000));
  await operator('withdrawal', 'show', id);
  expect(await operator('withdrawal', 'approve', id)).toMatchObject({
    code: 1,
    errors: 'Two operators must agree to this, in the console\n',
  });
  expect((await operator('withdrawal', 'list')).out).toContain(`{"id":${id},`);
});

test('a reset at the machine voids an earlier link and prints another', async () => {
  const linkIn = ({ out }: Done) => /#\/enrol\/([\w-]{43})\n/.exec(out)?.[1] ?? '';
  const first = linkIn(await operator('create', 'late.riser', 'support', 'late.riser@staff.example'));
  const next = linkIn(await operator('reset', 'late.riser'));
  const anonymous = createClient({ baseUrl: exchange.consoleUrl });
  const begin = (token: string) => anonymous.call(consoleCalls.session.beginEnrolment, { token });
  await expect(begin(first)).rejects.toMatchObject({ code: Code.notFound });
  expect(await begin(next)).toMatchObject({ name: 'late.riser', role: 'support' });
  expect((await operator('mail', 'late.riser', 'riser@staff.example')).code).toBe(0);
  await expect(begin(next)).rejects.toMatchObject({ code: Code.notFound });
  expect((await operator('reset', 'nobody.here')).errors).toBe('No such operator\n');
  expect((await operator('operator', 'list')).out).toContain('"email":"riser@staff.example"');
});

test('an operator is disabled at the machine as in the console, and nobody of another name', async () => {
  await operator('create', 'gone.soon', 'support', 'gone.soon@staff.example');
  const gone = await operator('disable', 'gone.soon');
  expect([gone.code, gone.errors]).toEqual([0, '']);
  const { out } = await operator('operator', 'list');
  expect(out.split('\n').find((line) => line.includes('gone.soon'))).toContain('"disabled":true');
  expect((await operator('audit', 'list')).out).toContain(
    '"operator":"olga","act":"operator.disable","target":"operator gone.soon"',
  );
  expect((await operator('disable', 'nobody.here')).errors).toBe('No such operator\n');
});

test('the first admin is created here, and uses the calls of the console', async () => {
  const create = () => operator('create', 'first.admin', 'admin', 'First.Admin@staff.example');
  const made = await create();
  const link = /http:\/\/localhost:8081\/#\/enrol\/([\w-]{43})\n/.exec(made.out)?.[1] ?? '';
  expect((await create()).errors).toBe('This name is taken\n');
  const anonymous = createClient({ baseUrl: exchange.consoleUrl });
  let ahead = 0;
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * ahead++ });
  const secret = await enrolBy(anonymous, link, codeOf);
  const env = { CONSOLE_URL: exchange.consoleUrl, OPERATOR_PASSWORD: ownPassword };
  const token = await logInToConsole(env, 'first.admin', codeOf(secret));
  const call = (...words: readonly string[]) => callConsole({ ...env, OPERATOR_TOKEN: token }, words);
  expect(await call('customers.list', 'q=anna@')).toMatchObject({ items: [{ id: Number(anna.id) }] });
  const locked = call('customers.lock', `id=${anna.id}`, 'reason=a=b');
  expect(await locked).toMatchObject({ locked: true });
  const [act] = await readAudit(exchange.database.db, { limit: 1, act: 'account.lock' });
  expect(act).toMatchObject({ operator: 'first.admin', after: { reason: 'a=b', kind: 'security' } });
  await call('customers.unlock', `id=${anna.id}`, 'reason=over');
  expect(await call()).toContain('customers.lock  Locks an account');
  await expect(call('customers.nothing')).rejects.toThrow('there is no call customers.nothing');
  await expect(call('customers.list', 'anna')).rejects.toThrow('write fields as field=value');
  // The role does not allow the call; a script sees that by the exit code.
  const refused = await operatorWith(
    { CONSOLE_URL: exchange.consoleUrl, OPERATOR_TOKEN: token },
    'call',
    'identity.queue',
  );
  expect(refused).toMatchObject({ code: 1, errors: 'Your role doesn’t allow this. The attempt was recorded\n' });
});
