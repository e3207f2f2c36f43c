import type { Act } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agreement } from '../../authority/agreement.ts';
import type { Author } from '../../audit/author.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createBannerService } from './banners.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a banner that leads elsewhere is saved by an agreement about it, and by no one operator', async () => {
  const banners = createBannerService(database.db, () => 1, ['fft.example']);
  const titles = { title_zh: '礼物', title_en: 'Gift', shown_from: null, shown_until: null };
  const save = (by: Author, link: string) => banners.save({ id: null, position: 0, image: null, ...titles, link }, by);
  const agree = (act: Act, target: string, link = 'https://evil.example') => {
    const texts = { titleZh: '礼物', titleEn: 'Gift', image: null, from: null, until: null };
    const input = { id: null, position: 0, ...texts, link, destinations: ['evil.example'] };
    return Agreement.reach({ act, target, input, first: 'olga', second: 'oleg' });
  };
  await expect(save('olga', 'https://evil.example')).rejects.toMatchObject({ name: 'takesTwo' });
  for (const other of [agree('banner', 'banner 1'), agree('notice', 'new banner')])
    await expect(save(other, 'https://evil.example')).rejects.toThrow('not to banner of new banner');
  const elsewhere = save(agree('banner', 'new banner'), 'https://worse.example');
  await expect(elsewhere).rejects.toThrow('agreed to another link');
  expect(await banners.list()).toEqual([]);
  expect(await save('olga', 'https://fft.example/gift')).toMatchObject(titles);
  expect(await save(agree('banner', 'new banner'), 'https://evil.example')).toMatchObject(titles);
});
