// @vitest-environment happy-dom
import { calls, Code, sessionEnds, type Call } from '@fft/contract';
import { setLang, toastStore } from '@fft/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi, endedSession, queryClient } from '../../api/index.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { endedTexts } from './ended-texts.ts';
import { LoginPage } from './LoginPage.tsx';
import { loginTexts } from './login-texts.ts';
import { RegisterPage } from './RegisterPage.tsx';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

// Node's own storage hides the DOM's, and the session is read when its module loads.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('sessionStorage', new Storage());
});

const answers = new Map<string, object>();
vi.stubGlobal('fetch', (url: string) =>
  Promise.resolve(Response.json(answers.get(url.split('?', 1)[0] ?? '') ?? { code: 404, message: '', data: null })),
);
const refuse = (call: Call, code: number, message: string, data: object | null = null): unknown =>
  answers.set(call.path, { code, message, data });

const t = loginTexts.en;

function open(Page: ComponentType): void {
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
}

const box = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const secret = (name: string): HTMLElement => screen.getByLabelText(name, { selector: 'input' });
const type = (field: HTMLElement, value: string): unknown => fireEvent.change(field, { target: { value } });
const press = (name: string): unknown => fireEvent.click(screen.getByRole('button', { name }));

/** The field says it, and nothing that goes by itself does. */
async function expectAt(field: () => HTMLElement, message: string): Promise<void> {
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
  const says = document.getElementById(field().getAttribute('aria-describedby') ?? '');
  expect(says?.textContent).toBe(message);
  expect(toastStore.get()).toBeNull();
}

beforeEach(() => setLang('en'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  answers.clear();
  sessionStorage.clear();
});

function fillIn(password = 'correct horse battery'): void {
  type(box(t.email), 'anna@mail.example');
  for (const field of document.querySelectorAll<HTMLElement>('input[type=password]')) type(field, password);
}

test.each([
  [Code.wrongCredentials, 'Wrong e-mail or password'],
  [Code.tooManyRequests, 'Too many requests. Try again in 7 s'],
])('a log-in refused with %i says so at the password until it is typed again', async (code, message) => {
  refuse(calls.auth.login, code, message);
  open(LoginPage);
  fillIn();
  press(t.logIn);
  await expectAt(() => secret(t.password), message.replace('e-mail', 'e-\u2060mail'));
  type(secret(t.password), 'another');
  expect(secret(t.password).getAttribute('aria-invalid')).toBeNull();
});

const code = (): HTMLElement => screen.getByLabelText(t.code, { selector: 'input' });

test.each([
  [Code.conflict, 'This address has an account', () => box(t.email)],
  [Code.wrongCode, 'The code is wrong', code],
  [Code.tooManyRequests, 'Try again in 9 s', code],
])('a registration refused with %i says so at its field', async (status, message, field) => {
  refuse(calls.auth.register, status, message);
  open(RegisterPage);
  fillIn();
  type(code(), '123456');
  press(t.createAccount);
  await expectAt(field, message);
});

test.each([
  [Code.wrongCode, 'The code is wrong'],
  [Code.tooManyRequests, 'Try again in 9 s'],
])('a reset refused with %i says so at the code', async (status, message) => {
  refuse(calls.auth.resetPassword, status, message);
  open(ResetPasswordPage);
  fillIn();
  type(code(), '123456');
  press(t.reset);
  await expectAt(code, message);
});

test.each([
  [Code.tooManyRequests, 'Wait 42 s', { retryAfter: 42 }],
  [Code.unavailable, 'Mail can’t be sent', null],
])('a code that is not sent (%i) is told at the code', async (status, message, data) => {
  refuse(calls.auth.requestPasswordReset, status, message, data);
  open(ResetPasswordPage);
  type(box(t.email), 'anna@mail.example');
  press(codeTexts.en.sendCode);
  await expectAt(code, message);
});

describe.each(['zh', 'en'] as const)('in %s', (lang) => {
  beforeEach(() => setLang(lang));

  test.each(sessionEnds)(
    'the reason of an ended session (%s) stands until the next attempt, also after a reload',
    async (reason) => {
      refuse(calls.user.read, Code.sessionInvalid, 'Please log in again', { ended: reason });
      await callApi(calls.user.read, {}).catch(() => undefined);
      open(LoginPage);
      cleanup();
      open(LoginPage);
      expect(screen.getByText(endedTexts[lang][reason])).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: loginTexts[lang].logIn }));
      await waitFor(() => expect(screen.queryByText(endedTexts[lang][reason])).toBeNull());
      expect(endedSession.read()).toBeNull();
    },
  );
});

test.each([null, {}, { ended: 7 }, { ended: 'by a later version' }])('%j is no reason that is shown', async (data) => {
  refuse(calls.user.read, Code.sessionInvalid, 'Please log in again', data);
  await callApi(calls.user.read, {}).catch(() => undefined);
  open(LoginPage);
  for (const text of Object.values(endedTexts.en)) expect(screen.queryByText(text)).toBeNull();
});
