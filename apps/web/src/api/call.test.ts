import { NetworkError, RefusedError } from '@fft/client';
import { calls, Code, sessionMark, sessionMarkHeader } from '@fft/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toastStore } from '@fft/kit';
import { callApi } from './call.ts';
import { isOutcomeUnknown } from './is-outcome-unknown.ts';
import { loading } from './loading.ts';
import { session, startSession } from './session/session.ts';
import { dismissReaction, lockData, pendingReaction } from './reactions.ts';

/** A browser's globals, in memory. */
function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'> {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    get length() {
      return entries.size;
    },
  };
}

let storage = memoryStorage();

beforeEach(() => {
  vi.useFakeTimers();
  storage = memoryStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  dismissReaction();
  return () => {
    vi.runAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

function answer(code: number, message: string, data: unknown = null): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ code, message, data }))));
}

const readTime = (rules = {}) => callApi(calls.market.time, {}, rules).catch((error: unknown) => error);

describe('codes that concern the whole app', () => {
  test.each([
    [Code.accountLocked, 'accountLocked'],
    [Code.emailNotBound, 'emailNotBound'],
    [Code.identityNotVerified, 'identityNotVerified'],
    [Code.payPasswordNotSet, 'payPasswordNotSet'],
  ])('%i asks for its modal, without a toast, also when the call is quiet', async (code, reaction) => {
    answer(code, 'no');
    await readTime({ quiet: true });
    expect(pendingReaction.get()).toBe(reaction);
    expect(toastStore.get()).toBeNull();
  });

  test('1001 clears the local storage but for language and theme, and opens the log-in page', async () => {
    storage.setItem('user-token', '{"token":"old"}');
    storage.setItem('locale', 'en');
    storage.setItem('theme', 'light');
    storage.setItem('anything', 'else');
    answer(Code.sessionInvalid, 'session over');
    await readTime();
    expect([storage.length, storage.getItem('locale'), storage.getItem('theme')]).toEqual([2, 'en', 'light']);
    expect(pendingReaction.get()).toBe('sessionInvalid');
    expect(toastStore.get()).toBeNull();
  });
});

describe('the end of a halt or hold', () => {
  beforeEach(() => void vi.setSystemTime(new Date(2026, 10, 25, 9, 0, 0)));

  test.each([
    ['en', new Date(2026, 10, 25, 9, 1, 30), 'The market is not open (until 09:01:30)'],
    ['en', new Date(2026, 10, 26, 8, 30), 'The market is not open (until 11-26 08:30)'],
    ['zh-CN', new Date(2026, 10, 26, 8, 30), 'The market is not open（至 11-26 08:30）'],
  ])('follows the message in %s and the customer’s time zone', async (locale, end, shown) => {
    storage.setItem('locale', locale);
    answer(Code.marketNotOpen, 'The market is not open', { until: end.getTime() });
    expect(await readTime()).toMatchObject({ message: shown });
    expect(toastStore.get()).toMatchObject({ message: shown });
  });

  test('of a lock is kept for its modal', async () => {
    answer(Code.accountLocked, 'no', { until: 5 });
    await readTime();
    expect(lockData.get()).toEqual({ until: 5 });
  });
});

describe('1001 of a call sent before another customer logged in', () => {
  test('does not end the new session', async () => {
    storage.setItem('user-token', '{"token":"old"}');
    answer(Code.sessionInvalid, 'session over');
    const read = readTime();
    storage.setItem('user-token', '{"token":"new"}');
    expect(await read).toMatchObject({ code: Code.sessionInvalid });
    expect(storage.getItem('user-token')).toBe('{"token":"new"}');
    expect([pendingReaction.get(), toastStore.get()]).toEqual([null, null]);
  });
});

describe('another customer who logs in from another tab', () => {
  const anna = '{"token":"anna"}';
  const ben = '{"token":"ben"}';
  const order = { clientOrderId: 'a', symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '5' } as const;
  const place = (rules = {}) => callApi(calls.trade.create, order, rules).catch((error: unknown) => error);

  beforeEach(() => {
    vi.stubGlobal('window', { addEventListener: () => undefined });
    storage.setItem('user-token', anna);
    startSession();
  });

  test('is named in what the pages of the one before send, until their event has arrived', async () => {
    const marks: unknown[] = [];
    vi.stubGlobal('fetch', (_url: string, { headers }: { readonly headers: Record<string, string> }) => {
      marks.push([headers['access-token'], headers[sessionMarkHeader]]);
      return Promise.resolve(new Response(JSON.stringify({ code: Code.otherSession, message: 'another', data: null })));
    });
    storage.setItem('user-token', ben);
    expect(await place()).toMatchObject({ code: Code.otherSession });
    expect(toastStore.get()?.message).toBe('another');
    await place();
    expect(marks).toEqual([
      ['ben', sessionMark('anna')],
      ['ben', sessionMark('ben')],
    ]);
  });

  test('sees neither the answer nor the message of what the one before has sent, and nothing follows it', async () => {
    answer(Code.insufficientBalance, 'Balance low');
    const placed = place();
    const owner = session.owner();
    session.open('ben');
    expect(await placed).toMatchObject({ name: 'OtherSessionError' });
    expect(toastStore.get()).toBeNull();
    vi.stubGlobal('fetch', () => expect.unreachable('what was begun for another was sent'));
    expect(await place({ owner })).toMatchObject({ name: 'OtherSessionError' });
  });

  test('is another owner of the pages, also after a log-out in between; a guest who logs in is not', () => {
    const seen = [session.owner()];
    session.close();
    seen.push(session.owner());
    session.open('ben');
    seen.push(session.owner());
    session.open('anna');
    seen.push(session.owner());
    session.open('anna');
    seen.push(session.owner());
    expect(seen).toEqual([0, 1, 1, 2, 2]);
  });
});

test.each([
  ['no answer', new NetworkError('unreachable', 'cut'), true],
  ['503', new RefusedError(Code.unavailable, 'later', null), true],
  ['500', new RefusedError(Code.internal, 'our fault', null), true],
  ['a refusal', new RefusedError(Code.insufficientBalance, 'Balance low', null), false],
  ['a fault of our own', new Error('broken'), false],
])('is the outcome unknown after %s', (_name, error, isOpen) => {
  expect(isOutcomeUnknown(error)).toBe(isOpen);
});

describe('any other code', () => {
  test('shows the server’s message for 2 s', async () => {
    answer(Code.insufficientBalance, 'Balance low');
    expect(await readTime()).toMatchObject({ code: Code.insufficientBalance });
    expect(toastStore.get()).toMatchObject({ message: 'Balance low', durationMs: 2000 });
    vi.advanceTimersByTime(1999);
    expect(toastStore.get()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(toastStore.get()).toBeNull();
  });

  test('shows no toast if the caller handles the code', async () => {
    answer(Code.priceOutsideBand, 'Too high');
    await readTime({ handles: [Code.priceOutsideBand] });
    expect(toastStore.get()).toBeNull();
  });

  test('a malformed field is shown at the field, and in a toast if no field is named', async () => {
    answer(Code.badRequest, 'Check the form', { fields: { email: 'wrong' } });
    await readTime({ handles: [Code.badRequest] });
    expect(toastStore.get()).toBeNull();
    answer(Code.badRequest, 'Check the form');
    await readTime({ handles: [Code.badRequest] });
    expect(toastStore.get()?.message).toBe('Check the form');
  });
});

describe('the network', () => {
  test.each([
    [null, '连接超时，请检查网络'],
    ['zh-CN', '连接超时，请检查网络'],
    ['en', 'Connection timed out, please check your network'],
  ])('an error says so for 1.5 s in the language of %s and rejects', async (locale, message) => {
    if (locale !== null) storage.setItem('locale', locale);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await readTime()).toMatchObject({ name: 'NetworkError' });
    expect(toastStore.get()).toMatchObject({ message, durationMs: 1500 });
  });

  test('an error of a quiet call shows no toast', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await readTime({ quiet: true })).toMatchObject({ name: 'NetworkError' });
    expect(toastStore.get()).toBeNull();
  });
});

test('a number past the safe range logs a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"code":200,"message":"","data":{"time":9007199254740993}}')),
  );
  await readTime();
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test.each([Code.ok, Code.internal])('the loading indicator is hidden after a response with code %i', async (code) => {
  answer(code, 'said', { resendAfter: 60, flow: 'a-flow' });
  const work = callApi(calls.auth.requestRegistrationCode, { email: 'anna@mail.example' }).catch(() => undefined);
  expect(loading.isShown()).toBe(true);
  await work;
  expect(loading.isShown()).toBe(false);
});

test('a call carries the current language and token', async () => {
  storage.setItem('user-token', '{"token":"secret"}');
  storage.setItem('locale', 'en');
  const sent: Request[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push(new Request(`http://exchange.example${url}`, init));
    return Promise.resolve(new Response('{"code":200,"message":"","data":{"time":1}}'));
  });
  await readTime();
  expect(sent[0]?.url).toBe('http://exchange.example/api/time.html?lang=en');
  expect(sent[0]?.headers.get('access-token')).toBe('secret');
});
