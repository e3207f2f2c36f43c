import pino from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createOutboxSender, type Senders } from './outbox-job.ts';
import { queueWarning } from './outbox.ts';

const minute = 60_000;

test('a mail is sent while an SMS waits for its provider, and each goes once, whoever looks', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const values = { email: 'ben@mail.example', password_hash: '', lang: 'en', up_color: 'green', created: 1 } as const;
  const { id: customer } = await db
    .insertInto('customers')
    .values({ ...values, sealed_phone: Buffer.alloc(1) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer = Promise.withResolvers<void>();
  const sent: string[] = [];
  let isAway = false;
  const senders: Senders = {
    mail: ({ words }) => {
      if (isAway) return Promise.reject(new Error('the mail server is away'));
      sent.push(words.title.en);
      return Promise.resolve();
    },
    sms: async ({ words }) => {
      await answer.promise;
      sent.push(words.en);
    },
  };
  let time = 10 * minute;
  const failed: unknown[] = [];
  const log = pino({}, { write: (line: string) => failed.push(JSON.parse(line)) });
  const run = createOutboxSender({ db, senders, log, now: () => time });
  const { signal } = new AbortController();
  const title = { zh: '信', en: 'mail' };
  const mail = { channel: 'mail', customer, words: { title, paragraphs: { zh: [], en: [] } } } as const;

  await queueWarning(db, { channel: 'sms', customer, words: { zh: '短信', en: 'sms' }, time });
  await queueWarning(db, { ...mail, time });
  const running = run(signal);
  await expect.poll(() => sent).toEqual(['mail']);
  answer.resolve();
  await Promise.all([running, run(signal), run(signal)]);
  expect(sent).toEqual(['mail', 'sms']);

  isAway = true;
  await queueWarning(db, { ...mail, time });
  await run(signal);
  expect(failed).toMatchObject([{ msg: 'outbox.sendFailed', channel: 'mail', customer }]);
  isAway = false;
  await run(signal);
  expect(sent).toHaveLength(2);
  time += minute;
  await run(signal);
  expect(sent).toEqual(['mail', 'sms', 'mail']);
  expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
  await database.close();
});
