// @vitest-environment happy-dom
import { consoleCalls } from '@fft/console-contract';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { session } from '../../api/index.ts';
import { api, enter, show } from '../../../testing/show.tsx';
import { LoginPage } from './LoginPage.tsx';

const { login, beginPasskeyLogin, loginByPasskey } = consoleCalls.session;
const me = { id: 7, name: 'li', role: 'support', rights: ['customers.see'] } as const;

async function start(lang: 'zh' | 'en' = 'en') {
  const user = show(<LoginPage />, { role: null, lang });
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }));
  const logIn = () => user.click(screen.getByRole('button', { name: 'Log in' }));
  const fill = async (): Promise<void> => {
    await user.type(screen.getByLabelText('Operator name'), 'Li');
    await user.type(screen.getByLabelText('Password'), 'a password of my own');
  };
  return { user, next, logIn, fill };
}

test('a log-in takes name and password, then the code; a wrong one of either is said', async () => {
  const { user, next, logIn, fill } = await start();
  await next();
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Required', 'Required']);
  expect(api.inputsOf(login)).toEqual([]);
  await fill();
  api.refuses(login, 1101, 'Wrong name or password');
  await next();
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong name or password');
  api.refuses(login, 1105, 'Enter a code');
  await next();
  const code = await screen.findByLabelText('Authenticator code');
  // That a code is needed is no error.
  expect(screen.queryByRole('alert')).toBeNull();
  await logIn();
  expect(screen.getByRole('alert').textContent).toBe('Required');
  await user.type(code, '000 000');
  api.refuses(login, 1105, 'The code is wrong or was used before');
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong or was used before');
  api.answers(login, { token: 'a token', me: { ...me, rights: [...me.rights] } });
  await logIn();
  await vi.waitFor(() => expect(session.current()).toMatchObject({ token: 'a token', me }));
  expect(api.inputsOf(login).at(-1)).toEqual({ name: 'li', password: 'a password of my own', code: '000000' });
});

test('the code’s step leads back', async () => {
  const { user, next, fill } = await start();
  await fill();
  api.refuses(login, 1105, 'Enter a code');
  await next();
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText<HTMLInputElement>('Operator name').value).toBe('Li');
});

test('two presses in the same moment log in once', async () => {
  const { next, fill } = await start();
  await fill();
  const release = api.holds(login, { token: 'a token' });
  await next();
  await next();
  release();
  await vi.waitFor(() => expect(session.current()).not.toBeNull());
  expect(api.inputsOf(login)).toHaveLength(1);
});

test.each([
  ['en', 'The server can’t be reached. Try again later', 'Log in to the console'],
  ['zh', '网络异常，请稍后重试', '登录运营后台'],
] as const)('a server that can’t be reached is said (%s)', async (lang, said, title) => {
  api.loses(login);
  const { user } = await start(lang);
  expect(screen.getByRole('heading').textContent).toBe(title);
  const [name, password] = [...document.querySelectorAll('input')];
  await user.type(name ?? document.body, 'li');
  await user.type(password ?? document.body, 'a password of my own{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(said);
});

test('a session that the server ended says so on this page', () => {
  enter('support');
  session.end();
  show(<LoginPage />, { role: null });
  expect(screen.getByText('Your session has ended. Log in again')).toBeDefined();
});

test('a device without passkeys isn’t offered them', async () => {
  await start();
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull();
});

test('a passkey that the server refuses is said', async () => {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { parseCreationOptionsFromJSON: () => ({}) }),
  );
  api.refuses(beginPasskeyLogin, 1101, 'The passkey was not accepted');
  const { user } = await start();
  await user.click(screen.getByRole('button', { name: 'Log in with a passkey' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The passkey was not accepted');
  expect(api.inputsOf(loginByPasskey)).toEqual([]);
});
