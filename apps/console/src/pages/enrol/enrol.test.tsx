// @vitest-environment happy-dom
import { consoleCalls } from '@fft/console-contract';
import { setLang } from '@fft/kit';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, settled, show } from '../../../testing/show.tsx';
import { EnrolPage } from './EnrolPage.tsx';

const { beginEnrolment, enrol } = consoleCalls.session;
const token = 'a'.repeat(43);
const begun = {
  name: 'n.petrov',
  role: 'content',
  until: new Date(2024, 10, 20, 9, 5).getTime(),
  seed: 's'.repeat(22),
  secret: 'ABCDEFGHIJ',
  uri: 'otpauth://totp/x',
} as const;

async function open() {
  api.answers(beginEnrolment, begun);
  const user = show(<EnrolPage />, { role: null, at: `/enrol/${token}` });
  await screen.findByRole('heading', { name: '1. Choose a password' });
  return { user, finish: () => user.click(screen.getByRole('button', { name: 'Finish' })) };
}

test('a link opens once, and leaves the address', async () => {
  await open();
  expect(window.location.hash).toBe('#/enrol');
  expect(api.inputsOf(beginEnrolment)).toEqual([{ token }]);
  expect(document.body.textContent).toContain(
    'Welcome, n.petrov (Content). Choose a password and set up an authenticator app. This link expires at 2024-11-20 09:05.',
  );
  expect(screen.getByTestId('secret').textContent).toBe('ABCD EFGH IJ');
  expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeDefined();
});

test('the page keeps its secret in the other language', async () => {
  await open();
  api.answers(beginEnrolment, { ...begun, secret: 'ANOTHER' });
  act(() => setLang('zh'));
  await settled();
  expect(screen.getByTestId('secret').textContent).toBe('ABCD EFGH IJ');
  expect(screen.queryByText('1. Choose a password')).toBeNull();
});

test('nothing is sent before all fields are filled in and the passwords agree', async () => {
  const { user, finish } = await open();
  await finish();
  expect(screen.getAllByRole('alert')).toHaveLength(3);
  await user.type(screen.getByLabelText('Password'), 'a password of my own');
  await user.type(screen.getByLabelText('Repeat the password'), 'another one');
  await user.type(screen.getByLabelText('Authenticator code'), '000000');
  await finish();
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['The passwords differ']);
  expect(api.inputsOf(enrol)).toEqual([]);
});

test('a wrong code is said at its field; then the operator is enrolled and led to the log-in', async () => {
  const { user, finish } = await open();
  await user.type(screen.getByLabelText('Password'), 'a password of my own');
  await user.type(screen.getByLabelText('Repeat the password'), 'a password of my own');
  await user.type(screen.getByLabelText('Authenticator code'), '123 456');
  api.refuses(enrol, 1105, 'The code is wrong or was used before');
  await finish();
  await screen.findByText('The code is wrong or was used before');
  expect(screen.getByLabelText('Authenticator code').getAttribute('aria-invalid')).toBe('true');
  api.answers(enrol, { name: 'n.petrov' });
  await finish();
  await screen.findByRole('heading', { name: 'Your log-in is set up' });
  expect(api.inputsOf(enrol).at(-1)).toEqual({
    token,
    seed: begun.seed,
    password: 'a password of my own',
    code: '123456',
  });
  await user.click(screen.getByRole('button', { name: 'Go to log-in' }));
  expect(window.location.hash).toBe('#/');
});

test('a link that no longer works says so', async () => {
  api.refuses(beginEnrolment, 404, 'The link is invalid, used or expired');
  show(<EnrolPage />, { role: null, at: `/enrol/${token}` });
  expect((await screen.findByRole('alert')).textContent).toBe('The link is invalid, used or expired');
});

test('an address without a link asks for it', () => {
  show(<EnrolPage />, { role: null, at: '/enrol' });
  expect(screen.getByRole('alert').textContent).toBe('Open the full link from your e-mail');
  expect(api.inputsOf(beginEnrolment)).toEqual([]);
});
