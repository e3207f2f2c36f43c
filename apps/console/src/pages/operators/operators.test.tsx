// @vitest-environment happy-dom
import { consoleCalls, rightsOf, roles, type Operator } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Part } from '../../../testing/answers.ts';
import { api, buttonsIn, detailsIn, rowsOf, said, settled, show, tagsIn } from '../../../testing/show.tsx';
import { operatorTexts } from '../../i18n/operators.ts';
import { OperatorsPage } from './OperatorsPage.tsx';

const { operators } = consoleCalls;
const petrov: Part<Operator> = {
  id: 9,
  name: 'n.petrov',
  role: 'support',
  email: 'n.petrov@staff.example',
  enrolled: true,
};

async function open(operator: Part<Operator>) {
  api.answers(operators.list, [operator]);
  const user = show(<OperatorsPage />, { role: 'admin' });
  await user.click(await screen.findByRole('button', { name: operator.name ?? '' }));
  return { user, panel: screen.getByRole('complementary', { name: 'Operator details' }) };
}

/** Opens the act's dialog. */
async function ask(operator: Part<Operator>, act: string) {
  const { user, panel } = await open(operator);
  await user.click(within(panel).getByRole('button', { name: act }));
  const dialog = screen.getByRole('dialog', { name: `${act} · n.petrov` });
  return { user, dialog, confirm: () => user.click(within(dialog).getByRole('button', { name: act })) };
}

test('the list says who each operator is, and which one I am', async () => {
  api.answers(operators.list, [
    { id: 7, name: 'li', role: 'admin', enrolled: true },
    petrov,
    { id: 10, name: 'l.wang', disabled: true },
    { id: 11, name: 'm.chen' },
  ]);
  show(<OperatorsPage />, { role: 'admin' });
  const rows = await rowsOf('Operators');
  expect(rows.map(([name, role, , login, state]) => [name, role, login, state])).toEqual([
    ['li You', 'Admin', 'Never', 'Active'],
    ['n.petrov', 'Support', 'Never', 'Active'],
    ['l.wang', 'Support', 'Never', 'Disabled'],
    ['m.chen', 'Support', 'Never', 'Not set up yet'],
  ]);
});

test('without the right to change operators they are read only', async () => {
  api.answers(operators.list, [petrov]);
  const user = show(<OperatorsPage />, { role: 'admin', without: ['operators.change'] });
  await user.click(await screen.findByRole('button', { name: 'n.petrov' }));
  expect(screen.queryByRole('button', { name: 'Invite operator' })).toBeNull();
  expect(buttonsIn(screen.getByRole('complementary'))).toEqual(['Close']);
});

test.each(roles)('what %s may do is listed in words', async (role) => {
  const { panel } = await open({ ...petrov, role });
  expect(tagsIn(panel)).toEqual(['Active', ...rightsOf(role).map((right) => operatorTexts.en.rights[right])]);
});

test.each([
  ['one who works', petrov, ['Change role', 'Change e-mail', 'Reset log-in', 'Disable now']],
  [
    'one who was invited',
    { ...petrov, enrolled: false, linkUntil: 5 },
    ['Change role', 'Change e-mail', 'Send link again', 'Disable now'],
  ],
  ['one who is disabled', { ...petrov, disabled: true }, ['Change e-mail', 'Reset log-in']],
  ['one without an address', { ...petrov, email: null }, ['Change role', 'Change e-mail', 'Disable now']],
] as const)('with %s what is possible is offered', async (_who, operator, acts) => {
  const { panel } = await open(operator);
  expect(buttonsIn(panel).slice(1)).toEqual(acts);
  expect('Link expires' in detailsIn(panel)).toBe('linkUntil' in operator);
});

test('an invitation shows what is wrong at its field, then is proposed', async () => {
  const user = show(<OperatorsPage />, { role: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Invite operator' }));
  const dialog = screen.getByRole('dialog');
  const invite = () => user.click(within(dialog).getByRole('button', { name: 'Invite operator' }));
  await user.type(within(dialog).getByLabelText('Name'), 'n.petrov');
  await user.type(within(dialog).getByLabelText('E-mail'), 'nobody');
  await user.selectOptions(within(dialog).getByLabelText('Role'), 'Content');
  await invite();
  expect((await within(dialog).findByRole('alert')).textContent).toBe('email');
  expect(within(dialog).getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  api.answers(operators.create, { act: 'role', input: null });
  await user.type(within(dialog).getByLabelText('E-mail'), '@staff.example');
  await invite();
  await said('Proposed; waiting for another administrator');
  expect(api.inputsOf(operators.create).at(-1)).toEqual({
    name: 'n.petrov',
    email: 'nobody@staff.example',
    role: 'content',
  });
});

test('another role is one of the others', async () => {
  const { user, dialog, confirm } = await ask(petrov, 'Change role');
  api.answers(operators.setRole, { act: 'role', input: null });
  const select = within(dialog).getByLabelText<HTMLSelectElement>('Role');
  expect([...select.options].map(({ text }) => text)).toEqual([
    'Compliance',
    'Treasury',
    'Markets',
    'Content',
    'Admin',
  ]);
  await user.selectOptions(select, 'Content');
  await confirm();
  await said('Proposed; waiting for another administrator');
  expect(api.inputsOf(operators.setRole)).toEqual([{ id: 9, role: 'content' }]);
});

test('another address is proposed', async () => {
  const { user, dialog, confirm } = await ask(petrov, 'Change e-mail');
  api.answers(operators.setEmail, { act: 'role', input: null });
  await user.type(within(dialog).getByLabelText('E-mail'), 'p@staff.example');
  await confirm();
  await said('Proposed; waiting for another administrator');
  expect(api.inputsOf(operators.setEmail)).toEqual([{ id: 9, email: 'p@staff.example' }]);
});

test('a reset is proposed', async () => {
  const { confirm } = await ask(petrov, 'Reset log-in');
  api.answers(operators.reset, { act: 'role', input: null });
  await confirm();
  await said('Proposed; waiting for another administrator');
  expect(api.inputsOf(operators.reset)).toEqual([{ id: 9 }]);
});

test.each([
  [null, 'Disabled'],
  [{ act: 'role', input: null } as const, 'Proposed; waiting for another administrator'],
])('to disable says whether it happened or waits', async (answer, message) => {
  const { confirm } = await ask(petrov, 'Disable now');
  api.answers(operators.disable, answer);
  await confirm();
  await said(message);
  expect(api.inputsOf(operators.disable)).toEqual([{ id: 9 }]);
});

test.each([
  [true, 'Link sent'],
  [false, 'The e-mail could not be sent. Try again later'],
])('a link that is sent again says if it was mailed: %s', async (mailed, message) => {
  const { confirm } = await ask({ ...petrov, enrolled: false }, 'Send link again');
  api.answers(operators.resendLink, { mailed });
  await confirm();
  expect(await said(message)).toBeDefined();
});

test('a link too soon after the last one is refused in words', async () => {
  const { confirm } = await ask({ ...petrov, enrolled: false }, 'Send link again');
  api.refuses(operators.resendLink, 429, 'Too many requests');
  await confirm();
  await said('Too many requests');
  await settled();
  expect(screen.getByRole('dialog')).toBeDefined();
});
