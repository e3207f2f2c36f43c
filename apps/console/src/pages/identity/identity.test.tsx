// @vitest-environment happy-dom
import { consoleCalls, type IdentitySubmission } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show, tagsIn } from '../../../testing/show.tsx';
import { identityTexts } from '../../i18n/identity.ts';
import { IdentityPage } from './IdentityPage.tsx';

const { queue, show: showPapers, photo, pass, fail, revoke, release } = consoleCalls.identity;
const papers: Part<IdentitySubmission> = {
  id: 31,
  customer: 1004,
  name: 'Anna Novak',
  nationality: 'FR',
  idType: 'passport',
  attempt: 1,
};
const unreadable = { key: 'unreadable', zh: '照片不清晰', en: 'The photos are not readable' };

function answer(submission: Part<IdentitySubmission>): void {
  api.answers(queue, { items: [submission], waiting: 3, flagged: 1, mine: 2, reasons: [unreadable] });
  api.answers(showPapers, { nationality: 'FR', idType: 'passport', idNumber: '2045183910' });
  api.answers(photo, { jpeg: 'AAAA' });
  api.answers(release, null);
}

async function start(submission: Part<IdentitySubmission> = papers, lang: 'zh' | 'en' = 'en') {
  answer(submission);
  const user = show(<IdentityPage />, { role: 'compliance', lang });
  await user.click(await screen.findByRole('button', { name: 'Anna Novak 1004' }));
  await settled();
  return { user, panel: screen.getByRole('complementary', { name: identityTexts[lang].papers }) };
}

test('the queue says who waits, with which document, and what is odd', async () => {
  api.answers(queue, {
    items: [
      papers,
      { ...papers, id: 32, customer: 1005, attempt: 2, reviewer: 'li' },
      { ...papers, id: 33, customer: 1006, sameAs: [1004], reviewer: 'wu' },
    ],
    waiting: 3,
    decidedToday: 4,
    passedToday: 3,
  });
  show(<IdentityPage />, { role: 'compliance' });
  const rows = await rowsOf('Documents to review');
  expect(rows.map(([who, document, , flag, reviewer]) => [who?.slice(0, 14), document, flag, reviewer])).toEqual([
    ['Anna Novak1004', 'FR Passport', 'None', '--'],
    ['Anna Novak1005', 'FR Passport', 'Attempt 2', 'You'],
    ['Anna Novak1006', 'FR Passport', 'Possible duplicate', 'wu'],
  ]);
  expect(screen.getByText('Approved today').parentElement?.textContent).toBe('Approved today75%');
});

test('each view and order reads its own list', async () => {
  const user = show(<IdentityPage />, { role: 'compliance' });
  await screen.findByText('No documents are waiting for review');
  await user.selectOptions(screen.getByLabelText('Order'), 'Newest first');
  await settled();
  await user.click(screen.getByRole('button', { name: 'Flagged 0' }));
  await screen.findByText('No flagged documents');
  await user.click(screen.getByRole('button', { name: 'Decided' }));
  await screen.findByText('No documents have been decided yet');
  expect(screen.queryByLabelText('Order')).toBeNull();
  expect(api.inputsOf(queue).map(({ view, order }) => `${view} ${order}`)).toEqual([
    'waiting oldest',
    'waiting newest',
    'flagged newest',
    'decided newest',
  ]);
});

test('the panel has the three photos and the document’s data', async () => {
  const { panel } = await start({ ...papers, sameAs: [1009], attempt: 2, reviewer: 'wu' });
  expect(
    within(panel)
      .getAllByRole('img')
      .map((image) => image.getAttribute('alt')),
  ).toEqual(['Document front', 'Document back', 'Selfie with document']);
  expect(detailsIn(panel)).toEqual({
    Name: 'Anna Novak',
    Nationality: 'France (FR)',
    'Document type': 'Passport',
    'Document number': '2045183910',
  });
  expect(within(panel).getByRole('list', { name: 'Checks' }).textContent).toBe(
    'Other accounts use the same document1009Attempts2',
  );
  expect(panel.textContent).toContain('Attempt 2');
  expect(panel.textContent).toContain('wu is reviewing these documents');
});

test('neither key nor button approves before each photo was enlarged, and seen', async () => {
  answer(papers);
  api.answers(pass, null);
  const arrive = api.holds(photo, { jpeg: 'AAAA' });
  const user = show(<IdentityPage />, { role: 'compliance' });
  await user.click(await screen.findByRole('button', { name: 'Anna Novak 1004' }));
  const panel = screen.getByRole('complementary');
  await within(panel).findByText('2045183910');
  await user.keyboard('p');
  await said('Before you approve, enlarge: Document front, Document back, Selfie with document');
  // A photo that isn't there yet hasn't been seen.
  await user.keyboard('z');
  await user.keyboard('p');
  await said('Before you approve, enlarge: Document front, Document back, Selfie with document');
  arrive();
  await settled();
  for (const key of ['1', '2', '3']) {
    await user.keyboard(key);
    await settled();
    await user.keyboard('z');
  }
  expect(api.inputsOf(pass)).toEqual([]);
  expect(
    within(panel)
      .getByRole('button', { name: /^Approve/ })
      .getAttribute('aria-disabled'),
  ).toBe('false');
  await user.keyboard('p');
  await said('Approved; the customer was notified');
  expect(api.inputsOf(pass)).toEqual([{ customer: 1004, submission: 31 }]);
});

test('a refusal takes a reason, whose words for the customer show in both languages', async () => {
  const { user, panel } = await start();
  api.answers(fail, null);
  await user.keyboard('n');
  await said('Choose a reason first');
  await user.click(within(panel).getByRole('button', { name: 'Unreadable photo' }));
  expect(panel.textContent).toContain('The customer will read: 照片不清晰 The photos are not readable');
  await user.keyboard('n');
  await said('Rejected; the customer was notified');
  expect(api.inputsOf(fail)).toEqual([{ customer: 1004, submission: 31, reason: 'unreadable' }]);
});

test('another reason is written in both languages', async () => {
  const { user, panel } = await start();
  api.answers(fail, null);
  await user.click(within(panel).getByRole('button', { name: 'Other' }));
  await user.type(screen.getByLabelText('Reason in Chinese'), '过期');
  await user.type(screen.getByLabelText('Reason in English'), 'Too old');
  await user.click(within(panel).getByRole('button', { name: /^Reject/ }));
  await settled();
  expect(api.inputsOf(fail)).toEqual([{ customer: 1004, submission: 31, zh: '过期', en: 'Too old' }]);
});

test('what was held is given back when the panel closes', async () => {
  const { user } = await start();
  await user.keyboard('{Escape}');
  await settled();
  expect(api.inputsOf(release)).toEqual([{ customer: 1004 }]);
});

test('skipping opens the next submission that nobody else holds', async () => {
  const { user } = await start();
  api.answers(queue, {
    items: [papers, { ...papers, id: 32, customer: 1005, reviewer: 'wu' }, { ...papers, id: 33, customer: 1006 }],
  });
  await user.click(screen.getByRole('button', { name: 'Mine 2' }));
  await user.click(await screen.findByRole('button', { name: 'Anna Novak 1004' }));
  await settled();
  await user.keyboard('s');
  await settled();
  expect(api.inputsOf(showPapers).at(-1)).toEqual({ customer: 1006, submission: 33 });
});

test('an approved identity is revoked with a reason in both languages', async () => {
  const { user, panel } = await start({ ...papers, state: 'passed', decided: 5, reviewer: 'wu' });
  expect(buttonsIn(panel).at(-1)).toBe('Revoke');
  api.answers(revoke, { withdrawals: [4, 5] });
  await user.click(within(panel).getByRole('button', { name: 'Revoke' }));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await settled();
  expect(within(dialog).getAllByRole('alert')).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Expired' }));
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await said('Revoked; 2 withdrawals above the limit were stopped, and the customer was notified');
  expect(api.inputsOf(revoke).at(-1)).toEqual({
    customer: 1004,
    submission: 31,
    zh: identityTexts.zh.revokeReasons.expired,
    en: identityTexts.en.revokeReasons.expired,
  });
});

test.each(['failed', 'revoked'] as const)('papers that are %s are read only', async (state) => {
  const { panel } = await start({ ...papers, state, decided: 5 });
  expect(tagsIn(panel)).toEqual([identityTexts.en.states[state]]);
  expect(within(panel).queryByRole('button', { name: 'Revoke' })).toBeNull();
  expect(within(panel).queryByRole('button', { name: /^Approve/ })).toBeNull();
});
