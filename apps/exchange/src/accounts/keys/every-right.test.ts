import { calls, Code, keyRightOf, keyRights, type Call, type KeyRight } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyPerRight } from '../../../testing/key-per-right.ts';
import { sendRaw, signText, type TestKey } from '../../../testing/test-api-key.ts';
import { startTestExchange, type TestExchange } from '../../../testing/test-exchange.ts';
import { testLimits } from '../../../testing/test-accounts.ts';

/** Every call of the contract with a key of every right: the table of rights is the contract's `keyRight`. */
let exchange: TestExchange;
let keys: ReadonlyMap<KeyRight, TestKey>;

beforeAll(async () => {
  exchange = await startTestExchange({}, Date.now, testLimits);
  keys = await createKeyPerRight(exchange);
});
afterAll(() => exchange.stop());

const every: [string, Call][] = Object.entries<Readonly<Record<string, Call>>>(calls).flatMap(([area, byName]) =>
  Object.entries(byName).map(([name, call]): [string, Call] => [`${area}.${name}`, call]),
);

/** Makes a call without fields, which is refused for its form at the latest. */
function makeCall(call: Call, { key, secret }: TestKey) {
  const signed = signText(secret, 'lang=en');
  const { path, method } = call;
  if (method === 'GET') return sendRaw(exchange.url, key.id, { path, query: signed });
  if (call.encoding !== 'multipart') return sendRaw(exchange.url, key.id, { path, body: signed });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const body = '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n';
  return sendRaw(exchange.url, key.id, { path, query: signed, body, headers });
}

const ofKeys: readonly number[] = [
  Code.sessionInvalid,
  Code.apiKeyInvalid,
  Code.signatureInvalid,
  Code.timestampInvalid,
];

describe.each(keyRights)('a key that may %s', (right) => {
  test.each(every)('%s', async (_name, call) => {
    const key = keys.get(right);
    if (!key) throw new Error('no key');
    const answer = await makeCall(call, key);
    const needed = keyRightOf(call);
    expect(answer.status).toBeLessThan(500);
    if (needed === 'none' || needed === right) {
      expect(ofKeys).not.toContain(answer.code);
      expect(answer.code).not.toBe(Code.keyRightMissing);
    } else {
      expect(answer).toMatchObject({ status: 200, code: Code.keyRightMissing, data: { right: needed } });
      expect(answer.message).toMatch(needed === 'never' ? /cannot be made by an API key/ : needed);
    }
  });
});

describe('the contract', () => {
  test.each(every)('%s declares the right that it needs exactly if it uses a session', (_name, { auth, keyRight }) => {
    expect(keyRight === undefined).toBe(auth === 'none');
  });

  test('leaves passwords, factors, sessions, settings, documents and keys to people', () => {
    const never = every.filter(([, call]) => keyRightOf(call) === 'never').map(([name]) => name);
    for (const area of ['keys', 'identity', 'upload']) {
      expect(never.filter((name) => name.startsWith(`${area}.`))).toEqual(
        every.map(([name]) => name).filter((name) => name.startsWith(`${area}.`)),
      );
    }
    const ofUser = every.map(([name]) => name).filter((name) => name.startsWith('user.') && name !== 'user.read');
    expect(never).toEqual(
      expect.arrayContaining([...ofUser, 'addresses.create', 'addresses.delete', 'withdrawals.submit', 'auth.logout']),
    );
  });
});

test('a withdrawal by key is refused to a session, which would need no code', async () => {
  const session = await exchange.register('li');
  const input = { requestId: 'a', coin: 'USDT', chain: 'ETH', amount: '1', addressId: '1' };
  await expect(session.call(calls.withdrawals.submitByKey, input)).rejects.toMatchObject({
    code: Code.keyRightMissing,
  });
});
