import { acts, calls, Code, sessionMark, sessionMarkHeader, type Call, type Envelope } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { createWorld } from '../fuzz/world.ts';
import { createRandom } from '../faults/random.ts';
import { inputForms } from '../fuzz/schema.ts';
import { soundValue } from '../fuzz/sound-values.ts';
import type { TestCustomer } from '../test-exchange.ts';
import { startTestMoney, type TestMoney } from '../test-money.ts';

/** Properties of every call of the contract. */
const every = Object.entries(calls).flatMap(([area, byName]) =>
  Object.entries<Call>(byName).map(([name, call]) => [`${area}.${name}`, call] as const),
);
const withSession = every.filter(([, { auth }]) => auth === 'required');
const withBody = every.filter(([, { method, encoding }]) => method === 'POST' && encoding === undefined);

let money: TestMoney;
let anna: TestCustomer;
/** Used for log-outs only. */
let leaver: TestCustomer;

beforeAll(async () => {
  money = await startTestMoney({ PUBLIC_URL: 'https://fft.example', DEMO_BANK: 'on' });
  anna = await money.exchange.register('anna');
  leaver = await money.exchange.register('leaver');
});
afterAll(() => money.exchange.stop());

interface Answer {
  readonly status: number;
  readonly envelope: Envelope<unknown>;
}

async function ask(path: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(`${money.exchange.url}${path}`, init);
  return { status: answer.status, envelope: (await answer.json()) as Envelope<unknown> };
}

/** Well-formed fields; of a call's several forms, the first. */
function soundFields(call: Call): Record<string, string> {
  const { properties = {}, required = [] } = inputForms(call)[0] ?? {};
  const sources = { random: createRandom(3, 3), world: createWorld(), customer: null, index: 3 };
  return Object.fromEntries(required.map((name) => [name, soundValue(name, properties[name] ?? {}, sources)]));
}

function send(call: Call, token: string, fields: Record<string, string>): Promise<Answer> {
  const form = new URLSearchParams({ lang: 'en', ...fields });
  const headers = { 'access-token': token };
  if (call.method === 'GET') return ask(`${call.path}?${form.toString()}`, { headers });
  // The query is read before a large body.
  return ask(`${call.path}?lang=en`, { method: 'POST', headers, body: form });
}

const json = (call: Call, body: string | Buffer, type = 'application/json') =>
  ask(call.path, {
    method: 'POST',
    headers: {
      'access-token': (call.path === calls.auth.logout.path ? leaver : anna).token,
      'content-type': type,
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

const loggedOut = { code: Code.sessionInvalid, message: 'Please log in again', data: null };

describe('calls without a valid session are refused', () => {
  test.each(withSession)('%s', async (_name, call) => {
    const tokens = ['', 'x'.repeat(43), "' or 1=1 --", 'x'.repeat(3000), `Bearer ${anna.token}`, anna.token.slice(1)];
    for (const token of tokens) {
      expect(await send(call, token, soundFields(call))).toEqual({ status: 200, envelope: loggedOut });
    }
  });

  test('with an expired session, for every call', async () => {
    const late = await money.exchange.register('late');
    await money.exchange.database.db
      .updateTable('sessions')
      .set({ expires: 1 })
      .where('customer', '=', Number(late.id))
      .execute();
    // Longer than sessions are cached.
    money.clock.time += 6_000;
    for (const [name, call] of withSession) {
      expect([name, await send(call, late.token, soundFields(call))]).toEqual([
        name,
        { status: 200, envelope: { ...loggedOut, data: { ended: 'expired' } } },
      ]);
    }
  });

  test('with an ended session, for every call', async () => {
    const gone = await money.exchange.register('gone');
    await gone.call(calls.auth.logout, {});
    for (const [name, call] of withSession) {
      expect([name, (await send(call, gone.token, soundFields(call))).envelope]).toEqual([name, loggedOut]);
    }
  });
});

const extra = { customer: '1000', owner: '1', isAdmin: 'true', constructor: 'x', toString: 'x', state: 'done' };

describe('a call that reads ignores unknown fields', () => {
  test.each(every.filter(([, call]) => !acts(call)))('%s', async (_name, call) => {
    const { properties = {} } = inputForms(call)[0] ?? {};
    const others = Object.entries(extra).filter(([name]) => !(name in properties));
    const plain = await send(call, anna.token, soundFields(call));
    const more = await send(call, anna.token, { ...soundFields(call), ...Object.fromEntries(others) });
    expect([more.status, more.envelope.code]).toEqual([plain.status, plain.envelope.code]);
  });
});

describe('a call that acts', () => {
  const acting = every.filter(([, call]) => acts(call) && call.encoding === undefined);
  const posted = acting.filter(([, { method }]) => method === 'POST');
  const refused = { status: 200, envelope: { code: Code.badRequest } };
  const whose = (call: Call): TestCustomer => (call.path === calls.auth.logout.path ? leaver : anna);

  test.each(acting)('refuses fields that it doesn’t know: %s', async (_name, call) => {
    const { properties = {} } = inputForms(call)[0] ?? {};
    const others = Object.entries({ ...extra, Symbol: 'x' }).filter(([name]) => !(name in properties));
    const answer = await send(call, whose(call).token, { ...soundFields(call), ...Object.fromEntries(others) });
    expect(answer).toMatchObject(refused);
    const named = (answer.envelope.data as { readonly fields: Record<string, string> }).fields;
    expect(Object.keys(named)).toEqual(expect.arrayContaining(others.map(([name]) => name)));
  });

  test.each(posted)('refuses a body without fields: %s', async (_name, call) => {
    for (const body of ['42', 'null', '"symbol"', '[]', '["symbol"]', 'true'])
      expect([body, await json(call, body)]).toMatchObject([body, refused]);
    // As forms, these texts are names of fields.
    for (const body of ['{"symbol":"BTC/USDT"}', 'null', '42'])
      expect([body, await json(call, body, 'application/x-www-form-urlencoded')]).toMatchObject([body, refused]);
    for (const type of ['text/plain', 'multipart/form-data; boundary=b'])
      expect([type, (await json(call, 'symbol=BTC/USDT', type)).status]).toEqual([type, 415]);
  });

  const optionals = posted.flatMap(([name, call]) =>
    inputForms(call).flatMap(({ properties = {}, required = [] }) =>
      Object.keys(properties)
        // An unknown language is answered in Chinese, so that the refusal itself can be read.
        .filter((field) => !required.includes(field) && field !== 'lang')
        .map((field) => [`${name}: ${field}`, call, field] as const),
    ),
  );

  test.each(optionals)('refuses an optional field of another type: %s', async (_name, call, field) => {
    for (const value of [null, [], {}, ['a']]) {
      const body = JSON.stringify({ ...soundFields(call), [field]: value, lang: 'en' });
      const answer = await json(call, body);
      expect([value, answer]).toMatchObject([
        value,
        { ...refused, envelope: { data: { fields: { [field]: expect.any(String) as unknown } } } },
      ]);
    }
  });

  test.each(acting.filter(([, { auth }]) => auth === 'required'))(
    'is refused if it was typed for another session: %s',
    async (_name, call) => {
      const other = sessionMark(leaver.token);
      const form = new URLSearchParams({ lang: 'en', ...soundFields(call) });
      const headers = { 'access-token': anna.token, [sessionMarkHeader]: other };
      const answer =
        call.method === 'GET'
          ? await ask(`${call.path}?${form.toString()}`, { headers })
          : await ask(`${call.path}?lang=en`, { method: 'POST', headers, body: form });
      expect(answer).toMatchObject({ status: 200, envelope: { code: Code.otherSession, data: null } });
      expect(answer.envelope.message).toBe(
        'Another account is logged in here now, so nothing was done. Check the account, then start again',
      );
    },
  );
});

describe('bodies that could break a parser are refused', () => {
  const fieldNames = (call: Call): readonly string[] =>
    inputForms(call).flatMap(({ properties = {} }) => Object.keys(properties));
  const deep = '['.repeat(6000) + ']'.repeat(6000);
  const wrongTypes = ['[]', '{}', '[["a"]]', '{"toString":1}', '-1', '1e999', 'true', deep];

  test.each(withBody)('%s: wrong types and deep nesting', async (_name, call) => {
    for (const value of wrongTypes) {
      const members = fieldNames(call).map((name) => `${JSON.stringify(name)}:${value}`);
      const { status, envelope } = await json(call, `{${members.slice(0, 1).join(',')}}`);
      expect(status).toBe(200);
      expect(envelope.code).not.toBe(Code.internal);
      const sound = safeParse(call.input, { [fieldNames(call)[0] ?? '']: JSON.parse(value) as unknown }).success;
      if (inputForms(call)[0]?.required?.length && !sound) {
        expect([Code.badRequest, Code.wrongCredentials, Code.notFound]).toContain(envelope.code);
      }
    }
  });

  test.each(withBody)('%s: too large, truncated, or of another encoding or type', async (_name, call) => {
    const rows: readonly (readonly [status: number, body: string | Buffer, type?: string])[] = [
      [413, `{"a":"${'a'.repeat(17_000)}"}`],
      [413, `a=${'a'.repeat(17_000)}`, 'application/x-www-form-urlencoded'],
      [400, '{"a":'],
      [400, '{"__proto__":{"isAdmin":true}}'],
      [400, '{"constructor":{"prototype":{"isAdmin":true}}}'],
      [400, Buffer.from('{"a":1}', 'utf16le')],
      [400, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
      [415, '<a/>', 'text/xml'],
      [415, 'a', 'multipart/form-data; boundary=b'],
    ];
    for (const [status, body, type] of rows) {
      const answer = await json(call, body, type);
      expect([type, body.toString().slice(0, 40), answer.status]).toEqual([type, body.toString().slice(0, 40), status]);
      expect(answer.envelope).toMatchObject({ code: status, data: null });
    }
  });

  test.each(withBody)('%s: a repeated field counts as missing', async (_name, call) => {
    const [name = ''] = inputForms(call)[0]?.required ?? [];
    if (name === '') return;
    const form = 'application/x-www-form-urlencoded';
    const { status, envelope } = await json(call, `${name}=a&${name}=b&lang=en`, form);
    expect([status, envelope.code]).toEqual([200, Code.badRequest]);
  });
});
