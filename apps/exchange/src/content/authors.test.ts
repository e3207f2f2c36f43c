import { type Act, messageTarget } from '@fft/console-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agreement } from '../authority/agreement.ts';
import type { Author } from '../audit/author.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createArticleService } from './articles.ts';
import { createMessageService } from './message-service.ts';

let database: TestDatabase;
const ownHosts = ['fft.example'];
const link = '[your balance](https://evil.example/x)';

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const both = (text: string) => ({ zh: text, en: text });
const agree = (act: Act, target: string, text = link) => {
  const words = { titleZh: 'News', titleEn: 'News', textZh: text, textEn: text, destinations: ['evil.example'] };
  const audience = { customers: [1000], language: null, identity: null, tier: null, at: null, recipients: 1 };
  const input = { ...words, ...audience, id: null, kind: 'notice', time: 1 } as const;
  return Agreement.reach({ act, target, input: { ...input, customers: [1000] }, first: 'olga', second: 'oleg' });
};

/** The services themselves: the console asks them beforehand, and these decide. */
const texts = {
  notice: ['new notice', (by: Author, text: string) => articles().saveNotice({ ...notice, text: both(text) }, by)],
  about: ['page about', (by: Author, text: string) => articles().saveAbout(both(text), by)],
  message: [messageTarget, (by: Author, text: string) => messages().send({ ...message, text: both(text) }, by)],
} as const;
const notice = { id: null, kind: 'notice', time: 1, title: both('News') } as const;
const to = { customers: [1000], lang: null, identity: null, tier: null };
const message = { to, title: both('News'), due: null, requestId: undefined };
const nothing = async () => undefined;
const articles = () =>
  createArticleService({ db: database.db, now: () => 1, ownHosts, announcing: { queue: nothing, withdraw: nothing } });
const messages = () =>
  createMessageService({
    db: database.db,
    now: () => 1,
    ownHosts,
    messagesPerHour: 100,
    announce: nothing,
    sending: { wake: () => undefined },
    conditions: { identity: () => sql<boolean>`true`, tier: () => sql<boolean>`true` },
  });

describe.each(Object.entries(texts) as [keyof typeof texts, (typeof texts)[keyof typeof texts]][])(
  'the service of %s',
  (act, [target, write]) => {
    test('takes two for what leads elsewhere', async () => {
      await expect(write('olga', link)).rejects.toMatchObject({ name: 'takesTwo' });
      for (const other of [agree(act, 'customer 1'), agree('banner', target)])
        await expect(write(other, link)).rejects.toThrow(`not to ${act} of ${target}`);
      const other = `See [this](https://worse.example)`;
      await expect(write(agree(act, target), other)).rejects.toThrow('agreed to another text');
      await expect(write(agree(act, target), link)).resolves.not.toThrow();
    });

    test('takes one for what stays with the exchange', async () => {
      await expect(write('olga', 'See [help](https://fft.example/help)')).resolves.not.toThrow();
    });
  },
);
