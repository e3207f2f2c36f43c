import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../testing/test-accounts.ts';
import { readAudit } from '../audit/audit.ts';
import { createGates } from '../transport/http/gates.ts';
import { reasons } from './reasons.ts';
import { createReview, type Review } from './review.ts';

let server: TestAccounts;
let review: Review;
let token: string;
let customer: number;
let tests = 0;
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
  .png()
  .toBuffer();

beforeAll(async () => {
  server = await startTestAccounts();
  review = createReview({
    stopsPerHour: 3,
    db: server.database.db,
    seal: server.seal,
    nameSecret: 'a key',
    onDecision: () => Promise.resolve(),
    onRevoke: () => Promise.resolve([]),
    now: () => server.clock.time,
  });
});
beforeEach(async () => {
  const entered = await server.register(`anna${++tests}@mail.example`);
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => server.close());

const papers = { nationality: 'CN', name: '王小明', idType: 'identity', idNumber: '11010519491231002x' };

async function photosOf(owner = customer): Promise<{ front: string; back: string; hand: string }> {
  const add = () => server.uploads.add(owner, picture);
  return { front: await add(), back: await add(), hand: await add() };
}
const submit = (fields: Record<string, string>, of = token) =>
  server.http.post('/api/user/idauth.html', { token: of, fields: { lang: 'en', ...papers, ...fields } });
const info = (lang = 'en', of = token) => server.http.post('/api/user/idinfo.html', { token: of, fields: { lang } });
const shown = { nationality: 'CN', name: '王**', idType: 'identity', idNumber: '1***2X' };

describe('identity.read', () => {
  test('reports that nothing was submitted yet', async () => {
    expect((await info()).body).toEqual({
      code: 200,
      message: 'OK',
      data: { state: 'none', nationality: null, name: null, idType: null, idNumber: null, submittedAt: null },
    });
    expect((await info('zh')).body.message).toBe('成功');
  });

  test('refuses a call without a token with 1001', async () => {
    expect((await info('en', '')).body.code).toBe(1001);
  });
});

describe('identity.submit', () => {
  test('puts papers under review, shows them masked and stores them encrypted', async () => {
    const answer = await submit(await photosOf());
    const data = { state: 'pending', ...shown, submittedAt: server.clock.time };
    expect(answer.body).toEqual({ code: 200, message: 'OK', data });
    expect((await info()).body.data).toEqual(data);
    expect((await server.http.get('/api/user/read.html', { token })).body).toMatchObject({
      data: { identity: { state: 'pending' } },
    });
    const rows = await server.database.db
      .selectFrom('identities')
      .selectAll()
      .where('customer', '=', customer)
      .execute();
    const stored = Buffer.concat([rows[0]?.sealed_name, rows[0]?.sealed_number].map((part) => part ?? Buffer.alloc(0)));
    expect(stored.includes('王小明')).toBe(false);
    expect(stored.includes('1101051949')).toBe(false);
    expect(JSON.stringify(server.http.logged)).not.toContain('1101051949');
  });

  test('accepts no further papers while some are under review or passed, even concurrently', async () => {
    const sets = [await photosOf(), await photosOf(), await photosOf()];
    const answers = await Promise.all(sets.map((photos) => submit(photos)));
    expect(answers.map(({ body }) => body.code).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    await review.pass(customer, 'olga');
    const refused = await submit(await photosOf());
    const message = 'Your identity is under review or verified already';
    expect(refused.body).toEqual({ code: 409, message, data: null });
    expect((await submit({ ...(await photosOf()), lang: 'zh' })).body.message).toBe('认证正在审核或已通过');
  });

  test("photos must be the customer's own unused uploads; a refused submission does not use them up", async () => {
    const stranger = await server.register(`stranger${tests}@mail.example`);
    const mine = await photosOf();
    const theirs = await photosOf(Number(stranger.user.id));
    const message = 'The picture is missing or was used before. Upload it again';
    const refusal = (...fields: string[]) => ({
      code: 400,
      message,
      data: { fields: Object.fromEntries(fields.map((field) => [field, message])) },
    });
    const missing = 'A'.repeat(24);
    expect((await submit({ ...mine, hand: theirs.hand })).body).toEqual(refusal('hand'));
    expect((await submit({ ...mine, back: missing, hand: missing })).body).toEqual(refusal('back', 'hand'));
    expect((await submit({ ...mine, back: mine.front })).body).toEqual(refusal('back'));
    await server.http.post('/api/user/setinfo.html', { token, fields: { avatar: mine.front } });
    expect((await submit(mine)).body).toEqual(refusal('front'));
    expect((await submit({ ...mine, front: await server.uploads.add(customer, picture) })).body.code).toBe(200);
    expect((await submit(theirs, stranger.token)).body.code).toBe(200);
  });

  test.each<[field: string, value: string, zh: string, en: string]>([
    ['nationality', '', '字段不能为空', 'Fields cannot be blank'],
    ['nationality', 'China', '请选择国家或地区', 'Choose a country or region'],
    ['nationality', 'QX', '请选择国家或地区', 'Choose a country or region'],
    ['name', ' ', '字段不能为空', 'Fields cannot be blank'],
    ['name', 'a'.repeat(101), '内容过长', 'This is too long'],
    ['name', '<img src=x>', '格式不正确', 'This has the wrong format'],
    ['idType', 'library card', '选项无效', 'This is not one of the choices'],
    ['idNumber', '', '字段不能为空', 'Fields cannot be blank'],
    ['idNumber', '123', '证件号码不正确', 'This number is not valid for this type of document'],
    ['idNumber', '110105194912310021', '证件号码不正确', 'This number is not valid for this type of document'],
    ['front', '', '字段不能为空', 'Fields cannot be blank'],
    ['hand', '../x', '格式不正确', 'This has the wrong format'],
  ])('%s "%s" is refused at its field', async (field, value, zh, en) => {
    const fields = { front: 'A'.repeat(24), back: 'B'.repeat(24), hand: 'C'.repeat(24), [field]: value };
    expect((await submit(fields)).body).toEqual({ code: 400, message: en, data: { fields: { [field]: en } } });
    expect((await submit({ ...fields, lang: 'zh' })).body.message).toBe(zh);
  });

  test('refuses a call without a token with 1001', async () => {
    expect((await submit({}, '')).body.code).toBe(1001);
  });
});

describe('review', () => {
  test('failed papers: the customer reads the reason in their language and can submit again', async () => {
    await submit(await photosOf());
    await review.fail(customer, 'olga', reasons.unreadable);
    expect((await info()).body.data).toMatchObject({ state: 'failed', reason: reasons.unreadable.en, name: '王**' });
    expect((await info('zh')).body.data).toMatchObject({ state: 'failed', reason: reasons.unreadable.zh });
    const read = await server.http.get('/api/user/read.html', { token, fields: { lang: 'zh' } });
    expect(read.body).toMatchObject({ data: { identity: { state: 'failed', reason: reasons.unreadable.zh } } });
    expect((await submit(await photosOf())).body).toMatchObject({ data: { state: 'pending' } });
    expect((await info()).body.data).not.toHaveProperty('reason');
  });

  test('revoked papers: the customer reads the reason in their language and can submit again', async () => {
    await submit(await photosOf());
    await expect(review.revoke(customer, 'olga', reasons.expired)).rejects.toThrow('notPassed');
    await review.pass(customer, 'olga');
    expect(await review.passedBy(customer)).toBe('olga');
    await review.revoke(customer, 'ivan', reasons.expired);
    expect(await review.passedBy(customer)).toBeNull();
    expect((await info()).body.data).toMatchObject({ state: 'revoked', reason: reasons.expired.en, name: '王**' });
    expect((await info('zh')).body.data).toMatchObject({ state: 'revoked', reason: reasons.expired.zh });
    await expect(review.revoke(customer, 'ivan', reasons.expired)).rejects.toThrow('notPassed');
    expect((await submit(await photosOf())).body).toMatchObject({ data: { state: 'pending' } });
    expect((await info()).body.data).not.toHaveProperty('reason');
  });

  test('one operator revokes a bounded number of identities within an hour', async () => {
    const pass = async () => {
      expect((await submit(await photosOf())).body).toMatchObject({ code: 200 });
      await review.pass(customer, 'olga');
    };
    const revoke = (operator: string) => review.revoke(customer, operator, reasons.expired);
    for (let count = 0; count < 3; count++) {
      await pass();
      await revoke('hasty');
    }
    await pass();
    await expect(revoke('hasty')).rejects.toMatchObject({ name: 'tooManyStops' });
    await revoke('calm');
    await pass();
    server.clock.time += 3_600_001;
    await revoke('hasty');
  });

  test('passed papers: calls that require a verified identity succeed only afterwards', async () => {
    const gates = createGates({ identityRequiredFor: ['withdraw'], readUser: server.accounts.readUser });
    await expect(gates.require('withdraw', customer)).rejects.toMatchObject({ name: 'identityNotVerified' });
    await submit(await photosOf());
    await expect(gates.require('withdraw', customer)).rejects.toMatchObject({ name: 'identityNotVerified' });
    await review.pass(customer, 'olga');
    await expect(gates.require('withdraw', customer)).resolves.toBeUndefined();
    expect((await info()).body.data).toMatchObject({ state: 'passed' });
  });

  test('a customer without an e-mail address gets 402 first', async () => {
    const gates = createGates({ identityRequiredFor: ['withdraw'], readUser: server.accounts.readUser });
    await server.database.db.updateTable('customers').set({ email: null }).where('id', '=', customer).execute();
    await expect(gates.require('withdraw', customer)).rejects.toMatchObject({ name: 'emailNotBound' });
  });

  test('only pending papers can be decided, and one of two concurrent decisions wins', async () => {
    await expect(review.pass(customer, 'olga')).rejects.toThrow('noPapers');
    await submit(await photosOf());
    const decisions = [review.pass(customer, 'olga'), review.fail(customer, 'ivan', reasons.expired)];
    const results = await Promise.allSettled(decisions);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(review.fail(customer, 'ivan', reasons.expired)).rejects.toThrow('noPapers');
  });

  test('lists pending papers, with the accounts that submitted the same document', async () => {
    const stranger = await server.register(`stranger${tests}@mail.example`);
    const other = { nationality: 'DE', idType: 'passport', idNumber: `C01X${tests}0006` };
    await submit({ ...(await photosOf()), ...other });
    const again = { ...other, idNumber: `c01x ${tests}0006` };
    await submit({ ...(await photosOf(Number(stranger.user.id))), ...again }, stranger.token);
    const everything = { view: 'waiting', order: 'oldest', operator: 'olga', after: null, limit: 1000 } as const;
    const waiting = (await review.queue(everything)).filter(({ nationality }) => nationality === 'DE');
    expect(waiting).toEqual([
      {
        id: expect.any(Number) as number,
        customer,
        name: '王小明',
        state: 'pending',
        submitted: server.clock.time,
        decided: null,
        reviewer: null,
        nationality: 'DE',
        idType: 'passport',
        attempt: 1,
        sameAs: [Number(stranger.user.id)],
      },
      expect.objectContaining({ customer: Number(stranger.user.id), sameAs: [customer] }),
    ]);
  });

  test("showing and deciding are recorded in the audit log, without the papers' content", async () => {
    const photos = await photosOf();
    await submit(photos);
    expect(await review.show(customer, 'olga')).toEqual({
      state: 'pending',
      ...papers,
      idNumber: '11010519491231002X',
      photos,
    });
    expect(await review.show(1, 'olga')).toBeNull();
    await review.fail(customer, 'ivan', reasons.mismatch);
    const acts = await readAudit(server.database.db, { limit: 2 });
    expect(acts).toMatchObject([
      {
        operator: 'ivan',
        act: 'identity.fail',
        target: `customer ${customer}`,
        time: server.clock.time,
        before: { state: 'pending' },
        after: { state: 'failed', reason_en: reasons.mismatch.en },
      },
      { operator: 'olga', act: 'identity.show', target: `customer ${customer}` },
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/王小明|1101051949/);
  });
});
