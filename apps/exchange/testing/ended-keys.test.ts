import { once } from 'node:events';
import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestKey, emailOf, passwordOf, sendRaw, signText, type TestKey } from './test-api-key.ts';
import { startTestConsole, type TestConsole } from './test-console.ts';
import { payPassword } from './test-money.ts';
import type { AnotherGateway, TestCustomer } from './test-exchange.ts';
import { connectWsApi, signedApiParams } from './test-ws-api.ts';
import { newestCode } from './newest-code.ts';

/*
 * A key that ends is refused at once by every process and through every door. The clock stands still, so that no process looks the key up
 * again by itself: what ends a key here is the announcement alone.
 */
let fft: TestConsole;
let other: AnotherGateway;

beforeAll(async () => {
  fft = await startTestConsole();
  other = await fft.money.exchange.another();
});
afterAll(() => fft.money.exchange.stop());

interface Owner {
  readonly name: string;
  readonly customer: TestCustomer;
  readonly keys: { readonly hmac: TestKey; readonly ed25519: TestKey };
}

async function ownerOf(name: string): Promise<Owner> {
  const { exchange } = fft.money;
  const customer = await exchange.register(name);
  const keyOf = (kind: 'hmac' | 'ed25519') =>
    createTestKey(exchange, { customer, name }, { rights: 'read', kind, expires: fft.money.clock.time + 3_600_000 });
  return { name, customer, keys: { hmac: await keyOf('hmac'), ed25519: await keyOf('ed25519') } };
}

const time = (): number => fft.money.clock.time;

/** The code of a call through a gateway, signed by an HMAC key. */
async function codeOf(url: string, { key, secret }: TestKey): Promise<number> {
  const query = signText(secret, '', time());
  return (await sendRaw(url, key.id, { path: calls.trade.openOrders.path, query })).code;
}

interface OpenSocket {
  readonly closed: Promise<number>;
  readonly end: () => void;
}

async function nativeSocket(url: string, { key, secret }: TestKey): Promise<OpenSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  const answered = once(socket, 'message');
  const signature = signText(secret, `apiKey=${key.id}`, time()).split('signature=')[1];
  socket.send(JSON.stringify({ op: 'auth', id: 1, apiKey: key.id, timestamp: time(), signature }));
  const [answer] = (await answered) as [Buffer];
  expect(JSON.parse(answer.toString())).toMatchObject({ code: Code.ok });
  return { closed: once(socket, 'close').then(([code]) => Number(code)), end: () => socket.terminate() };
}

/** A socket of Binance's WebSocket API: logged in by an Ed25519 key, or subscribed by an HMAC key. */
async function apiSocket(url: string, { key, secret, privateKey }: TestKey): Promise<OpenSocket> {
  const { ask, closed, socket } = await connectWsApi(url);
  const signer = { apiKey: key.id, secret, ...(privateKey !== '' && { privateKey }) };
  const method = privateKey === '' ? 'userDataStream.subscribe.signature' : 'session.logon';
  const params = signedApiParams(signer, { timestamp: time() });
  expect(await ask(method, params)).toMatchObject({ status: 200 });
  return { closed, end: () => socket.terminate() };
}

/** Opens a socket of each kind at both gateways. */
async function openSockets({ hmac, ed25519 }: Owner['keys']): Promise<OpenSocket[]> {
  const opened = [fft.money.exchange.url, other.url].flatMap((url) => [
    nativeSocket(url, hmac),
    apiSocket(url, hmac),
    apiSocket(url, ed25519),
  ]);
  return Promise.all(opened);
}

async function mailedCode(name: string): Promise<string> {
  const mails = await fft.money.exchange.anonymous.call(calls.demo.mailbox, { to: emailOf(name) });
  return newestCode(mails);
}

/** Support proposes it, and an admin agrees. */
async function resetFactor({ customer }: Owner, factor: 'totp' | 'passkeys' | 'payPassword'): Promise<void> {
  const act = { id: Number(customer.id), factor, reason: 'lost, identity shown by video' };
  const { approval } = await fft.by.support.call(consoleCalls.customers.reset, act);
  await fft.by.admin.call(consoleCalls.operators.decide, { id: approval, agree: true });
}

async function setTotp({ name, customer, keys }: Owner): Promise<void> {
  const { secret } = await customer.call(calls.user.beginTotp, { password: passwordOf(name) });
  const epoch = Math.floor(time() / 1_000);
  await customer.call(calls.user.confirmTotp, { totp: generateSync({ secret, epoch }) });
  // A factor that is added ends no key.
  expect(await codeOf(other.url, keys.hmac)).toBe(Code.ok);
}

async function setPayPassword({ name, customer, keys }: Owner): Promise<void> {
  await customer.call(calls.user.sendCode, { type: 'pay' });
  const password = { password: payPassword, passwordConfirm: payPassword };
  await customer.call(calls.user.setPassword, { type: 'pay', code: await mailedCode(name), ...password });
  expect(await codeOf(other.url, keys.hmac)).toBe(Code.ok);
}

const ends: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  'its owner revokes it': async ({ customer, keys }) => {
    for (const { key } of Object.values(keys)) await customer.call(calls.keys.revoke, { id: key.id });
  },
  'an operator revokes it': async ({ customer, keys }) => {
    for (const { key } of Object.values(keys))
      await fft.by.support.call(consoleCalls.customers.revokeApiKey, { id: Number(customer.id), key: key.id });
  },
  'its owner freezes the account': ({ name, customer }) =>
    customer.call(calls.user.freeze, { password: passwordOf(name) }),
  'an operator locks the account': ({ customer }) =>
    fft.by.support.call(consoleCalls.customers.lock, { id: Number(customer.id), reason: 'suspected', cancel: false }),
  'the password is reset by e-mail': async ({ name }) => {
    const { anonymous } = fft.money.exchange;
    const email = emailOf(name);
    await anonymous.call(calls.auth.requestPasswordReset, { email });
    const password = { password: 'a third long password', passwordConfirm: 'a third long password' };
    await anonymous.call(calls.auth.resetPassword, { email, code: await mailedCode(name), ...password });
  },
  'support resets the authenticator app': async (owner) => {
    await setTotp(owner);
    await resetFactor(owner, 'totp');
  },
  'support resets the transaction password': async (owner) => {
    await setPayPassword(owner);
    await resetFactor(owner, 'payPassword');
  },
};

describe.each(Object.entries(ends))('when %s', (why, end) => {
  test('a key is refused and its sockets close, native and of Binance’s kind, in both processes', async () => {
    const owner = await ownerOf(`owner-${Object.keys(ends).indexOf(why)}`);
    const { exchange } = fft.money;
    const urls = [exchange.url, other.url];
    for (const url of urls) expect(await codeOf(url, owner.keys.hmac)).toBe(Code.ok);
    const sockets = await openSockets(owner.keys);
    await end(owner);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => 4001));
    for (const url of urls) expect(await codeOf(url, owner.keys.hmac)).toBe(Code.apiKeyInvalid);
  });
});

test('when it expires, a key is refused in both processes, and its sockets close', async () => {
  const owner = await ownerOf('expiring');
  const sockets = await openSockets(owner.keys);
  fft.money.clock.time += 3_600_000;
  for (const url of [fft.money.exchange.url, other.url])
    expect(await codeOf(url, owner.keys.hmac)).toBe(Code.apiKeyInvalid);
  // Nobody announces it: each process finds it at its next check.
  for (const { wake } of [fft.money.exchange, other])
    for (const job of ['streams.checkSessions', 'binance.checkKeys']) wake(job);
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => 4001));
});

test('when its owner changes the password, a key goes on and its sockets stay open', async () => {
  const owner = await ownerOf('careful');
  const sockets = await openSockets(owner.keys);
  await owner.customer.call(calls.user.sendCode, { type: 'login' });
  const password = { password: 'another long password', passwordConfirm: 'another long password' };
  const proofs = { oldPassword: passwordOf('careful'), code: await mailedCode('careful') };
  await owner.customer.call(calls.user.setPassword, { type: 'login', ...proofs, ...password });
  for (const url of [fft.money.exchange.url, other.url]) expect(await codeOf(url, owner.keys.hmac)).toBe(Code.ok);
  const first = await Promise.race([...sockets.map(({ closed }) => closed), codeOf(other.url, owner.keys.hmac)]);
  expect(first).toBe(Code.ok);
  for (const { end } of sockets) end();
});
