// @vitest-environment happy-dom
import { consoleCalls, type Notice, type Role } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, rowsOf, said, settled, show } from '../../../testing/show.tsx';
import { ContentPage } from './ContentPage.tsx';

const { content } = consoleCalls;
const notice: Part<Notice> = {
  id: 'n1',
  titleZh: '维护',
  titleEn: 'Maintenance',
  textZh: '周日',
  textEn: 'On Sunday',
  time: 5,
};

async function start(tab: string | null = null, role: Role = 'content', lang: 'zh' | 'en' = 'en') {
  api.answers(content.preview, ({ text }) => ({ html: `<p><strong>${text}</strong></p>` }));
  const user = show(<ContentPage />, { role, lang });
  if (tab !== null) await user.click(screen.getByRole('tab', { name: tab }));
  await settled();
  return user;
}
const dialog = (): HTMLElement => screen.getByRole('dialog');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test.each([
  ['en', 'Notices', 'Maintenance维护'],
  ['zh', '公告', '维护Maintenance'],
] as const)('notices have both titles, one’s own language first (%s)', async (lang, label, titles) => {
  api.answers(content.list, { notices: [notice] });
  await start(null, 'content', lang);
  expect((await rowsOf(label))[0]?.[0]).toContain(titles);
});

test('a notice is planned, visible or over', async () => {
  const day = 86_400_000;
  api.answers(content.list, {
    notices: [
      { ...notice, time: Date.now() + day },
      { ...notice, id: 'n2' },
    ],
    banners: [
      { id: 'b1', titleEn: 'A', from: Date.now() + day },
      { id: 'b2', titleEn: 'B' },
      { id: 'b3', titleEn: 'C', until: Date.now() - day },
    ],
  });
  const user = await start();
  expect((await rowsOf('Notices')).map((row) => row[3])).toEqual(['Scheduled', 'Visible']);
  await user.click(screen.getByRole('tab', { name: 'Banners' }));
  expect((await rowsOf('Banners')).map((row) => row[3])).toEqual(['Scheduled', 'Visible', 'Ended']);
});

test.each([
  [null, 'Saved'],
  [5, 'It leads elsewhere or goes to many: another operator must agree'],
])('a new notice is published with both languages and its time, or proposed', async (approval, message) => {
  const user = await start();
  await user.click(screen.getByRole('button', { name: 'New notice' }));
  await user.type(field('Title · Chinese'), '维护');
  await user.type(field('Text (Markdown) · Chinese'), '周日');
  expect((await screen.findByRole('region', { name: 'Preview' })).querySelector('strong')?.textContent).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'English' }));
  await user.type(field('Title · English'), 'Maintenance');
  await user.type(field('Text (Markdown) · English'), 'On Sunday');
  await user.type(field('Published'), '2024-11-22T09:05');
  api.answers(content.saveNotice, { approval });
  await user.click(within(dialog()).getByRole('button', { name: 'Publish' }));
  await said(message);
  expect(api.inputsOf(content.saveNotice)).toEqual([
    {
      kind: 'notice',
      time: new Date(2024, 10, 22, 9, 5).getTime(),
      titleZh: '维护',
      titleEn: 'Maintenance',
      textZh: '周日',
      textEn: 'On Sunday',
    },
  ]);
});

test('an error in the hidden language brings it forward', async () => {
  const user = await start();
  await user.click(screen.getByRole('button', { name: 'New notice' }));
  await write(user);
  await user.click(screen.getByRole('button', { name: 'Chinese' }));
  api.refusesFields(content.saveNotice, { titleEn: 'Required' });
  await user.click(within(dialog()).getByRole('button', { name: 'Publish' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Required');
  expect(field('Title · English').getAttribute('aria-invalid')).toBe('true');
});

test('a notice is edited as it is, and deleted after a question', async () => {
  api.answers(content.list, { notices: [notice] });
  const user = await start();
  await user.click(screen.getByRole('button', { name: 'Edit notice' }));
  expect(field('Title · Chinese').value).toBe('维护');
  await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  api.answers(content.deleteNotice, null);
  await user.click(within(dialog()).getByRole('button', { name: 'Delete' }));
  await said('Deleted');
  expect(api.inputsOf(content.deleteNotice)).toEqual([{ id: 'n1' }]);
});

test('a banner has its place, its link and the time it is shown', async () => {
  const user = await start('Banners');
  await user.click(screen.getByRole('button', { name: 'New banner' }));
  await user.type(field('Title · Chinese'), '首周');
  await user.type(field('Title · English'), 'No fees');
  await user.type(field('Link'), '/pages/home');
  await user.type(field('Shown until'), '2024-11-22T09:05');
  api.answers(content.saveBanner, {});
  await user.click(within(dialog()).getByRole('button', { name: 'Publish' }));
  await said('Saved');
  expect(api.inputsOf(content.saveBanner)).toEqual([
    {
      position: 0,
      titleZh: '首周',
      titleEn: 'No fees',
      link: '/pages/home',
      until: new Date(2024, 10, 22, 9, 5).getTime(),
    },
  ]);
});

test.each([
  [null, 'Saved'],
  [5, 'It leads elsewhere or goes to many: another operator must agree'],
])('the about page is saved or proposed', async (approval, message) => {
  api.answers(content.list, { about: { textZh: '旧', textEn: 'Old' } });
  const user = await start('About us');
  await user.click(screen.getByRole('button', { name: 'English' }));
  await user.type(field('Text (Markdown) · English'), '!');
  api.answers(content.saveAbout, { approval });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await said(message);
  expect(api.inputsOf(content.saveAbout)).toEqual([{ textZh: '旧', textEn: 'Old!' }]);
});

async function write(user: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (const lang of ['Chinese', 'English']) {
    await user.click(screen.getByRole('button', { name: lang }));
    await user.type(field(`Title · ${lang}`), `Once ${lang}`);
    await user.type(field(`Text (Markdown) · ${lang}`), 'Read this.');
  }
}

test('a message to listed customers keeps its request after a lost answer, and names those it didn’t find', async () => {
  const user = await start('Messages');
  await user.type(field('Recipients'), '1004 9999');
  await write(user);
  api.loses(content.sendMessage);
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await said('The server can’t be reached. Try again later');
  api.answers(content.sendMessage, { count: 1, unknown: [9999] });
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await said('Sending to 1 customer');
  const [first, second] = api.inputsOf(content.sendMessage);
  expect(first).toMatchObject({ customers: '1004 9999', titleZh: 'Once Chinese', textEn: 'Read this.' });
  expect(second).toEqual(first);
  expect(await screen.findByText('Customers not found: 9999')).toBeDefined();
  expect(field('Title · English').value).toBe('');
});

test.each([
  ['Filtered customers', { language: 'en', identity: 'passed', tier: 3 }],
  ['All customers', {}],
] as const)('to %s a message goes only after their number is confirmed', async (audience, to) => {
  api.answers(consoleCalls.fees.tiers, [{ id: 3, nameEn: 'VIP' }]);
  const user = await start('Messages');
  await user.selectOptions(field('Audience'), audience);
  if ('tier' in to) {
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'English');
    await user.selectOptions(field('Identity'), 'Verified');
    await user.selectOptions(field('Fee tier'), 'VIP');
  }
  await write(user);
  api.answers(content.countRecipients, { count: 1200 });
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  const asked = await screen.findByRole('dialog', { name: 'Send message' });
  expect(asked.textContent).toContain('Will be sent to 1200 customers.');
  expect(api.inputsOf(content.sendMessage)).toEqual([]);
  api.answers(content.sendMessage, { count: 1200, approval: 5 });
  await user.click(within(asked).getByRole('button', { name: 'Send now' }));
  await said('It leads elsewhere or goes to many: another operator must agree');
  expect(api.inputsOf(content.countRecipients)).toEqual([to]);
  expect(api.inputsOf(content.sendMessage)).toMatchObject([to]);
});

test('sent messages have their audience and progress; one that still goes out is stopped after a question', async () => {
  api.answers(content.messages, {
    items: [
      { id: 1, titleEn: 'Once', titleZh: '一次', listed: 1, state: 'done', recipients: 1, sent: 1 },
      { id: 2, titleEn: 'All', titleZh: '全部', state: 'sending', recipients: 1200, sent: 400 },
      { id: 3, titleEn: 'Some', titleZh: '部分', state: 'planned', language: 'zh', identity: 'passed' },
    ],
  });
  const user = await start('Messages');
  const rows = await rowsOf('Message history');
  expect(rows.map((row) => [row[1], row[3], row[4]])).toEqual([
    ['1 listed customer', 'Done', '1 / 1'],
    ['All customers', 'Sending', '400 / 1,200'],
    ['Chinese · Verified', 'Scheduled', '--'],
  ]);
  const stops = screen.getAllByRole('button', { name: 'Stop sending' });
  expect(stops).toHaveLength(2);
  api.answers(content.cancelMessage, null);
  await user.click(stops[0] ?? document.body);
  await user.click(within(dialog()).getByRole('button', { name: 'Stop sending' }));
  await said('Sending stopped');
  expect(api.inputsOf(content.cancelMessage)).toEqual([{ id: 2 }]);
});

test('who may only see content changes none of it', async () => {
  api.answers(content.list, { notices: [notice], banners: [{ id: 'b1' }], about: { textZh: '旧', textEn: 'Old' } });
  api.answers(content.messages, { items: [{ id: 2, state: 'sending' }] });
  const user = await start(null, 'admin');
  for (const [tab, buttons] of [
    ['Notices', []],
    ['Banners', []],
    ['Messages', []],
    ['About us', ['Chinese', 'English']],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: tab }));
    await settled();
    expect(buttonsIn(document.body)).toEqual(buttons);
  }
});
