import { newestCode } from '../../../testing/newest-code.ts';
import { generateKeyPairSync } from 'node:crypto';
import { calls, Code, maxApiKeys } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestKey,
  emailOf,
  keyCode,
  passwordOf,
  sendRaw,
  signText,
  type RawRequest,
  type TestKey,
} from '../../../testing/test-api-key.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { testLimits } from '../../../testing/test-accounts.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let key: TestKey;
const clock = { ahead: 0 };

beforeAll(async () => {
  const now = (): number => Date.now() + clock.ahead;
  exchange = await startTestExchange({ TRUSTED_PROXIES: '127.0.0.1,::1' }, now, testLimits);
  anna = await exchange.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '100000' });
  key = await createTestKey(exchange, { customer: anna, name: 'anna' }, { rights: 'read,trade' });
});
afterAll(() => exchange.stop());

const send = (request: RawRequest, apiKey = key.key.id) => sendRaw(exchange.url, apiKey, request);
const current = '/api/trade/current.html';
const create = '/api/trade/create.html';
const order = (id: string) =>
  `clientOrderId=${id}&symbol=BTC%2FUSDT&side=buy&type=limit&price=20000&quantity=0.001&lang=en`;

describe('creating a key', () => {
  const wanted = { name: 'bot', rights: 'read' };

  test('returns the secret once, lists the key without it, and mails its owner', async () => {
    expect(key.secret).toMatch(/^[0-9a-f]{64}$/);
    const listed = await anna.call(calls.keys.list, {});
    expect(listed.find(({ id }) => id === key.key.id)).toMatchObject({ rights: ['read', 'trade'], kind: 'hmac' });
    expect(JSON.stringify(listed)).not.toContain(key.secret);
    const row = exchange.database.db.selectFrom('api_keys').selectAll().where('id', '=', key.key.id);
    const { material } = await row.executeTakeFirstOrThrow();
    expect(material.toString('latin1')).not.toContain(key.secret);
    await expect
      .poll(async () =>
        (await exchange.anonymous.call(calls.demo.mailbox, { to: emailOf('anna') })).map((mail) => mail.subject),
      )
      .toContainEqual(expect.stringContaining('An API key was created'));
  });

  test('is refused to a stolen session without password, code and second factor', async () => {
    const proofs = { password: passwordOf('anna'), ...(await keyCode(exchange, anna, 'anna')) };
    for (const [given, code] of [
      [{ ...proofs, password: 'a guess of a thief' }, Code.wrongCredentials],
      [{ ...proofs, code: proofs.code === '000000' ? '000001' : '000000' }, Code.wrongCode],
    ] as const)
      await expect(anna.call(calls.keys.create, { ...wanted, ...given })).rejects.toMatchObject({ code });
    await exchange.database.db
      .insertInto('totps')
      .values({ customer: Number(anna.id), sealed_secret: Buffer.alloc(0), last_step: 0, confirmed: null })
      .execute();
    await exchange.database.db.deleteFrom('totps').where('customer', '=', Number(anna.id)).execute();
    const { secret } = await anna.call(calls.user.beginTotp, { password: passwordOf('anna') });
    expect(secret).not.toBe('');
    await exchange.database.db
      .updateTable('totps')
      .set({ confirmed: 1 })
      .where('customer', '=', Number(anna.id))
      .execute();
    await expect(anna.call(calls.keys.create, { ...wanted, ...proofs })).rejects.toMatchObject({
      code: Code.secondFactor,
    });
    await expect(anna.call(calls.keys.create, { ...wanted, ...proofs, totp: '000000' })).rejects.toMatchObject({
      code: Code.secondFactor,
    });
    await exchange.database.db.deleteFrom('totps').where('customer', '=', Number(anna.id)).execute();
    expect(await anna.call(calls.keys.list, {})).toHaveLength(1);
  });

  test('uses up its code', async () => {
    const proofs = { password: passwordOf('anna'), ...(await keyCode(exchange, anna, 'anna')) };
    await anna.call(calls.keys.create, { ...wanted, ...proofs });
    await expect(anna.call(calls.keys.create, { ...wanted, ...proofs })).rejects.toMatchObject({
      code: Code.wrongCode,
    });
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' });
  test.each<[string, Record<string, string | number>, string]>([
    ['an unknown right', { rights: 'read,admin' }, 'rights'],
    ['no right', { rights: '' }, 'rights'],
    ['a malformed address', { addresses: '10.0.0.300' }, 'addresses'],
    ['a right to withdraw from anywhere', { rights: 'withdraw', payPassword: '294715' }, 'addresses'],
    [
      'a right to withdraw without the transaction password',
      { rights: 'withdraw', addresses: '10.0.0.1' },
      'payPassword',
    ],
    ['an end in the past', { expires: 1_000 }, 'expires'],
    ['an RSA key', { publicKey: rsa }, 'publicKey'],
  ])('is refused for %s', async (_what, fields, field) => {
    const proofs = { password: passwordOf('anna'), code: '123456' };
    const refused = anna.call(calls.keys.create, { ...wanted, ...fields, ...proofs });
    await expect(refused).rejects.toMatchObject({
      code: Code.badRequest,
      fields: { [field]: expect.any(String) as unknown },
    });
  });

  test(`stops at ${maxApiKeys} keys, also when several are created at a time`, async () => {
    const li = await exchange.register('li');
    const one = await createTestKey(exchange, { customer: li, name: 'li' }, { rights: 'read' });
    const row = await exchange.database.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', one.key.id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: maxApiKeys - 2 }, (_, index) => ({ ...row, id: `copy-${index}` }));
    await exchange.database.db.insertInto('api_keys').values(copies).execute();
    const proofs = [await keyCode(exchange, li, 'li'), await keyCode(exchange, li, 'li')];
    const made = await Promise.allSettled(
      proofs.map((proof) => li.call(calls.keys.create, { ...wanted, password: passwordOf('li'), ...proof })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { code, flow } = await keyCode(exchange, li, 'li');
    const more = li.call(calls.keys.create, { ...wanted, password: passwordOf('li'), code, flow });
    await expect(more).rejects.toMatchObject({ code: Code.conflict, data: { max: maxApiKeys } });
  });
});

describe('a signed call', () => {
  test.each<[string, () => RawRequest]>([
    ['a query', () => ({ path: current, query: signText(key.secret, 'limit=5') })],
    ['a query without other parameters', () => ({ path: current, query: signText(key.secret, '') })],
    ['a form', () => ({ path: create, body: signText(key.secret, order('by-form')) })],
    [
      'a POST with everything in its query',
      () => ({ path: create, query: signText(key.secret, order('by-query')), body: '' }),
    ],
    [
      'text that is not encoded',
      () => ({ path: create, body: signText(key.secret, order('unencoded').replace('%2F', '/')) }),
    ],
    [
      'an order with a term that the fast path does not take',
      () => ({ path: create, body: signText(key.secret, `${order('slow')}&expiresAt=9000000000000`) }),
    ],
  ])('is accepted with %s', async (_what, request) => {
    expect(await send(request())).toMatchObject({ status: 200, code: Code.ok });
  });

  test('is accepted with the parameters of time in the query and a JSON body', async () => {
    const body = JSON.stringify({ symbol: 'BTC/USDT' });
    const time = Date.now();
    const { createHmac } = await import('node:crypto');
    const signature = createHmac('sha256', key.secret).update(`timestamp=${time}${body}`).digest('hex');
    const query = `timestamp=${time}&signature=${signature}`;
    const headers = { 'content-type': 'application/json' };
    expect(await send({ path: '/api/trade/cancelall.html', query, body, headers })).toMatchObject({ code: Code.ok });
    expect(await send({ path: '/api/trade/cancelall.html', query, body: '{}', headers })).toMatchObject({
      code: Code.signatureInvalid,
    });
  });

  test('by an Ed25519 key needs no secret here', async () => {
    const own = await createTestKey(exchange, { customer: anna, name: 'anna' }, { rights: 'read', kind: 'ed25519' });
    expect(own).toMatchObject({ secret: '', key: { kind: 'ed25519' } });
    expect((await own.call(calls.user.read, {})).id).toBe(anna.id);
    expect(await send({ path: current, query: signText(key.secret, '') }, own.key.id)).toMatchObject({
      code: Code.signatureInvalid,
    });
  });

  test.each<[string, (signed: string) => string, number]>([
    ['another parameter', (signed) => `x=1&${signed}`, Code.signatureInvalid],
    [
      'its parameters in another order',
      (signed) => signed.replace(/^(limit=5)&(timestamp=\d+)/, '$2&$1'),
      Code.signatureInvalid,
    ],
    ['a parameter encoded otherwise', (signed) => signed.replace('limit', '%6Cimit'), Code.signatureInvalid],
    ['another value', (signed) => signed.replace('limit=5', 'limit=6'), Code.signatureInvalid],
    ['a truncated signature', (signed) => signed.slice(0, -1), Code.signatureInvalid],
    [
      'another signature',
      (signed) => signed.replace(/signature=./, (text) => `signature=${text.endsWith('0') ? '1' : '0'}`),
      Code.signatureInvalid,
    ],
    ['no signature', (signed) => signed.replace(/&signature.*/, ''), Code.signatureInvalid],
    ['a second signature', (signed) => `${signed}&signature=00`, Code.signatureInvalid],
    ['a signature of 8,000 characters', (signed) => signed + '0'.repeat(8000), Code.signatureInvalid],
    [
      'a signature that is not text',
      (signed) => signed.replace(/signature=.*/, 'signature=%ff%00'),
      Code.signatureInvalid,
    ],
    ['no timestamp', () => 'limit=5&signature=00', Code.timestampInvalid],
    [
      'a later timestamp',
      (signed) => signed.replace(/timestamp=\d+/, 'timestamp=9000000000000'),
      Code.timestampInvalid,
    ],
  ])('is refused with %s', async (_what, change, code) => {
    const answer = await send({ path: current, query: change(signText(key.secret, 'limit=5')) });
    expect(answer).toMatchObject({
      status: 200,
      code,
      data: code === Code.timestampInvalid ? { time: expect.any(Number) as unknown } : null,
    });
  });

  test('is refused once it is older than its window', async () => {
    expect(await send({ path: current, query: signText(key.secret, '', Date.now() - 6_000) })).toMatchObject({
      code: Code.timestampInvalid,
    });
    expect(
      await send({ path: current, query: signText(key.secret, 'recvWindow=60000', Date.now() - 6_000) }),
    ).toMatchObject({ code: Code.ok });
    expect(await send({ path: current, query: signText(key.secret, '', Date.now() + 5_000) })).toMatchObject({
      code: Code.timestampInvalid,
    });
  });

  test('that is replayed within the window places no second order', async () => {
    const request = { path: create, body: signText(key.secret, order('replayed')) };
    const [first, second] = [await send(request), await send(request)];
    expect(first.code).toBe(Code.ok);
    expect(second.data).toEqual(first.data);
    const { items } = await anna.call(calls.trade.history, { clientOrderId: 'replayed' });
    expect(items).toHaveLength(1);
  });

  test.each(['', 'x', '0'.repeat(64), 'Z'.repeat(64), '0'.repeat(5000)])(
    'by the unknown key “%s” is refused',
    async (id) => {
      const answer = await send({ path: current, query: signText(key.secret, '') }, id);
      expect(answer).toMatchObject({ status: 200, code: Code.apiKeyInvalid });
    },
  );

  test('that is oversized is refused by the transport', async () => {
    const body = signText(key.secret, `x=${'a'.repeat(20_000)}`);
    expect(await send({ path: create, body })).toMatchObject({ status: 413 });
  });

  test('does not fall back to the session of a token beside it', async () => {
    const answer = await send({ path: current, query: 'limit=5', headers: { 'access-token': anna.token } });
    expect(answer.code).toBe(Code.signatureInvalid);
  });

  test('notes when and from where the key was last used', async () => {
    const of = async () => (await anna.call(calls.keys.list, {})).find(({ id }) => id === key.key.id);
    await expect.poll(async () => (await of())?.used).toBeGreaterThan(Date.now() - 60_000);
    expect((await of())?.usedFrom).toMatch(/127\.0\.0\.1/);
  });
});

describe('a list of addresses', () => {
  let own: TestKey;
  beforeAll(async () => {
    const addresses = '203.0.113.7, 198.51.100.0/24, 2001:db8:1::/48';
    own = await createTestKey(exchange, { customer: anna, name: 'anna' }, { rights: 'read', addresses });
  });

  test.each<[string, boolean]>([
    ['203.0.113.7', true],
    ['::ffff:203.0.113.7', true],
    ['203.0.113.8', false],
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['2001:db8:1:ffff::1', true],
    ['2001:db8:2::1', false],
    ['::1', false],
  ])('for calls from %s: %s', async (address, isAllowed) => {
    const request = { path: current, query: signText(own.secret, ''), headers: { 'x-forwarded-for': address } };
    expect(await send(request, own.key.id)).toMatchObject({
      status: 200,
      code: isAllowed ? Code.ok : Code.apiKeyInvalid,
    });
    // A caller without the secret does not learn of the list.
    const forged = { ...request, query: signText('another secret', '') };
    expect((await send(forged, own.key.id)).code).toBe(Code.signatureInvalid);
  });
});

describe('a key ends', () => {
  const use = (own: TestKey) => own.call(calls.user.read, {});
  const refused = { code: Code.apiKeyInvalid };

  test('when its owner revokes it', async () => {
    const own = await createTestKey(exchange, { customer: anna, name: 'anna' }, { rights: 'read' });
    await use(own);
    const left = await anna.call(calls.keys.revoke, { id: own.key.id });
    expect(left.map(({ id }) => id)).not.toContain(own.key.id);
    await expect(use(own)).rejects.toMatchObject(refused);
    await expect(anna.call(calls.keys.revoke, { id: own.key.id })).rejects.toMatchObject({ code: Code.notFound });
  });

  test('not when another customer tries to revoke it', async () => {
    const eve = await exchange.register('eve');
    await expect(eve.call(calls.keys.revoke, { id: key.key.id })).rejects.toMatchObject({ code: Code.notFound });
    await use(key);
  });

  test('when it expires', async () => {
    const own = await createTestKey(
      exchange,
      { customer: anna, name: 'anna' },
      { rights: 'read', expires: Date.now() + 3_600_000 },
    );
    await use(own);
    clock.ahead = 3_600_001;
    try {
      const signed = signText(own.secret, '', Date.now() + clock.ahead);
      expect(await send({ path: current, query: signed }, own.key.id)).toMatchObject(refused);
    } finally {
      clock.ahead = 0;
    }
  });

  test('when the account is locked by its owner', async () => {
    const bo = await exchange.register('bo');
    const own = await createTestKey(exchange, { customer: bo, name: 'bo' }, { rights: 'read' });
    await use(own);
    await bo.call(calls.user.freeze, { password: passwordOf('bo') });
    await expect(use(own)).rejects.toMatchObject(refused);
  });

  test('when the password is reset by e-mail, but not when its owner changes it', async () => {
    const cy = await exchange.register('cy');
    const own = await createTestKey(exchange, { customer: cy, name: 'cy' }, { rights: 'read' });
    await use(own);
    const code = async () => newestCode(await exchange.anonymous.call(calls.demo.mailbox, { to: emailOf('cy') }));
    await cy.call(calls.user.sendCode, { type: 'login' });
    const next = { password: 'another long password', passwordConfirm: 'another long password' };
    await cy.call(calls.user.setPassword, {
      type: 'login',
      oldPassword: passwordOf('cy'),
      code: await code(),
      ...next,
    });
    await use(own);
    await exchange.anonymous.call(calls.auth.requestPasswordReset, { email: emailOf('cy') });
    const reset = { password: 'a third long password', passwordConfirm: 'a third long password' };
    await exchange.anonymous.call(calls.auth.resetPassword, { email: emailOf('cy'), code: await code(), ...reset });
    await expect(use(own)).rejects.toMatchObject(refused);
  });
});
