// @vitest-environment happy-dom
import {
  type Act,
  actNames,
  acts,
  consoleCalls,
  rightsOf,
  roles,
  type Approval,
  type Role,
} from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { proposals } from '../../../testing/proposals.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show } from '../../../testing/show.tsx';
import { approvalTexts } from '../../i18n/approvals.ts';
import { ApprovalsPage } from './ApprovalsPage.tsx';

const { approvals, decide } = consoleCalls.operators;
const names = { 1004: 'Anna Novak' };

const proposalOf = (act: Act, more: object = {}): Part<Approval> =>
  ({
    id: 5,
    act,
    input: proposals[act].input,
    target: 'customer 1004',
    proposer: 'wu',
    names,
    ...more,
  }) as Part<Approval>;

/** A role that may agree to the act. */
const agreeing = (act: Act): Role => {
  const role = roles.find((each) => rightsOf(each).includes(acts[act].agrees));
  if (role === undefined) throw new Error(`no one agrees to ${act}`);
  return role;
};

/** Opens the proposal in the list. */
async function open(proposal: Part<Approval>, role: Role, lang: 'zh' | 'en' = 'en') {
  api.answers(consoleCalls.dashboard.read, { networks: { ETH: { zh: '以太坊', en: 'Ethereum' } } });
  api.answers(consoleCalls.banks.accounts, [{ id: 2, coin: 'EUR', bankName: 'Commerzbank', number: 'DE3000' }]);
  api.answers(consoleCalls.banks.batch, {
    coin: 'EUR',
    items: [{ name: 'Anna Novak', number: 'DE02', amount: '120.50', endToEnd: 'PAYOUT-77' }],
  });
  api.answers(approvals, { items: [proposal] });
  const user = show(<ApprovalsPage />, { role, lang });
  await user.click(await screen.findByText(approvalTexts[lang].acts[proposal.act ?? 'role']));
  await settled();
  return { user, panel: screen.getByRole('complementary') };
}

/** Lines of the proposal, without who proposed it. */
function linesIn(element: Element): Record<string, string> {
  const { 'Proposed by': _proposer, 'Decided by': _decider, ...lines } = detailsIn(element);
  if (lines['State'] === 'Pending') delete lines['State'];
  // The state stands before the lines, and a market's among them.
  if (lines['State']?.startsWith('Pending | ')) lines['State'] = lines['State'].slice('Pending | '.length);
  return lines;
}

test.each(actNames)('of a proposal to %s the second operator reads every line before agreeing', async (act) => {
  const role = agreeing(act);
  const { user, panel } = await open(proposalOf(act), role);
  const { reads } = proposals[act];
  expect(linesIn(panel)).toEqual(reads);
  expect(buttonsIn(panel)).toEqual(['Close', 'Refuse', 'Agree and carry out']);
  await user.click(within(panel).getByRole('button', { name: 'Agree and carry out' }));
  const dialog = screen.getByRole('dialog');
  await settled();
  // A withdrawal and a credit have the customer's facts there, which other tests read.
  if (act !== 'withdrawal' && act !== 'adjustment') expect(detailsIn(dialog)).toMatchObject(reads);
});

test.each(actNames)('a proposal to %s without readable content can only be refused', async (act) => {
  const { panel } = await open(proposalOf(act, { input: null }), agreeing(act));
  expect(panel.textContent).toContain('It can only be refused.');
  expect(linesIn(panel)).toEqual({});
  expect(buttonsIn(panel)).toEqual(['Close', 'Refuse']);
});

test.each(['en', 'zh'] as const)('an old value stands before the new one (%s)', async (lang) => {
  const { panel } = await open(proposalOf('marketLimits'), 'market', lang);
  const t = approvalTexts[lang];
  expect(detailsIn(panel)).toMatchObject({
    [t.labels.takerFee]: '0.1% → 0.2%',
    [t.labels.volatility]: `10% → ${t.words.reach.unlimited}`,
    [t.proposer]: expect.stringMatching(/^wu · /) as string,
    [t.state]: t.states.open,
  });
});

test('a payment batch is read with its payments', async () => {
  const { panel } = await open(proposalOf('bankBatch'), 'treasury');
  const table = within(panel).getByRole('table', { name: 'Payments that can leave' });
  expect(table.textContent).toContain('Anna Novak');
  expect(table.textContent).toContain('120.50 EUR');
});

test('agreeing asks first, acts once, says so and closes', async () => {
  const { user, panel } = await open(proposalOf('rate'), 'market');
  api.answers(decide, () => {
    api.answers(approvals, {});
    return { approval: proposalOf('rate', { state: 'done' }) };
  });
  await user.click(within(panel).getByRole('button', { name: 'Agree and carry out' }));
  const dialog = screen.getByRole('dialog', { name: 'Rate change: agree and carry out?' });
  expect(api.inputsOf(decide)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Agree and carry out' }));
  expect(await screen.findByText('Nothing is waiting for approval')).toBeDefined();
  expect(api.inputsOf(decide)).toEqual([{ id: 5, agree: true }]);
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('refusing asks first, and refuses', async () => {
  const { user, panel } = await open(proposalOf('rate'), 'market');
  api.answers(decide, { approval: proposalOf('rate') });
  await user.click(within(panel).getByRole('button', { name: 'Refuse' }));
  const dialog = screen.getByRole('dialog', { name: 'Rate change: refuse?' });
  expect(within(dialog).queryByText('It is carried out immediately.')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await settled();
  expect(api.inputsOf(decide)).toEqual([{ id: 5, agree: false }]);
});

test('who proposed it can only withdraw it', async () => {
  const { user, panel } = await open(proposalOf('rate', { mine: true }), 'market');
  expect(within(panel).getByText(/^You proposed this/)).toBeDefined();
  expect(buttonsIn(panel)).toEqual(['Close', 'Withdraw']);
  await user.click(within(panel).getByRole('button', { name: 'Withdraw' }));
  expect(screen.getByRole('dialog', { name: 'Rate change: withdraw the proposal?' })).toBeDefined();
});

test('without the right to agree a proposal can be read, and not decided', async () => {
  const { panel } = await open(proposalOf('rate'), 'admin');
  expect(within(panel).getByText('You don’t have permission to decide this.')).toBeDefined();
  expect(buttonsIn(panel)).toEqual(['Close']);
  expect(linesIn(panel)).toEqual(proposals.rate.reads);
});

test('content is agreed to by an admin, who may not change it', async () => {
  expect(buttonsIn((await open(proposalOf('notice'), 'admin')).panel)).toContain('Agree and carry out');
});

test('a decided proposal says by whom, and has no buttons', async () => {
  const { panel } = await open(proposalOf('rate', { state: 'refused', decider: 'zhao', decided: 5 }), 'market');
  expect(detailsIn(panel)).toMatchObject({
    'Decided by': expect.stringMatching(/^zhao · /) as string,
    State: 'Refused',
  });
  expect(buttonsIn(panel)).toEqual(['Close']);
});

test('a credit is agreed to only with the customer’s facts on the screen', async () => {
  const { user, panel } = await open(proposalOf('adjustment'), 'treasury');
  api.refuses(consoleCalls.treasury.facts, 503, 'Try again in a minute');
  await user.click(within(panel).getByRole('button', { name: 'Agree and carry out' }));
  const dialog = screen.getByRole('dialog');
  const agree = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Agree and carry out' });
  await within(dialog).findByText('Try again in a minute');
  expect(agree().disabled).toBe(true);
  api.answers(consoleCalls.treasury.facts, {
    subject: { name: 'Anna Novak', email: 'anna@example.com' },
    worth: '5001',
  });
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await within(dialog).findByText('0 · anna@example.com');
  expect(dialog.textContent).toContain('5,000 USDValue (USDT) 5,001.00');
  expect(agree().disabled).toBe(false);
  expect(api.inputsOf(consoleCalls.treasury.facts).at(-1)).toEqual({ customer: 1004, coin: 'USD', amount: '5000' });
});

test('a reset is agreed to beside the customer’s account', async () => {
  const { user, panel } = await open(proposalOf('reset'), 'support');
  api.answers(consoleCalls.customers.read, {
    id: 1004,
    name: 'Anna Novak',
    email: 'anna@example.com',
    identity: 'passed',
  });
  await user.click(within(panel).getByRole('button', { name: 'Agree and carry out' }));
  await screen.findByText('1004 · anna@example.com');
  expect(detailsIn(screen.getByRole('dialog'))).toMatchObject({ Name: 'Anna Novak', Identity: 'Verified' });
});

test.each([
  [true, 'Done. A one-time link was sent to the operator'],
  [false, 'Done, but the e-mail could not be sent. Send the link again on the Operators page'],
])('whether a link was mailed (%s) is said', async (mailed, message) => {
  const { user, panel } = await open(proposalOf('role'), 'admin');
  api.answers(decide, { approval: proposalOf('role'), mailed });
  await user.click(within(panel).getByRole('button', { name: 'Agree and carry out' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Agree and carry out' }));
  expect(await said(message)).toBeDefined();
});

test('a decision that the server refuses is said, and the dialog stays', async () => {
  const { user, panel } = await open(proposalOf('rate'), 'market');
  api.refuses(decide, 409, 'Someone else decided it');
  await user.click(within(panel).getByRole('button', { name: 'Agree and carry out' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Agree and carry out' }));
  await said('Someone else decided it');
  expect(screen.getByRole('dialog')).toBeDefined();
});

test('the list has those that wait or those decided, marks one’s own, and links customers', async () => {
  api.answers(approvals, ({ open: wanted }) => ({
    items: wanted
      ? [proposalOf('reset', { mine: true }), proposalOf('unlock', { id: 6 })]
      : [proposalOf('reset', { id: 4, state: 'done' })],
  }));
  const user = show(<ApprovalsPage />, { role: 'support' });
  const cells = async () => (await rowsOf('Approvals')).map((row) => row.toSpliced(3, 1));
  expect(await cells()).toEqual([
    ['Authentication factor reset', 'Customer 1004', 'wu Yours', 'Pending'],
    ['Lock of compliance lifted', 'Customer 1004', 'wu', 'Pending'],
  ]);
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('#/customers?id=1004');
  await user.click(screen.getByRole('button', { name: 'Decided' }));
  await screen.findByText('Done');
  expect(await cells()).toEqual([['Authentication factor reset', 'Customer 1004', 'wu', 'Done']]);
});
