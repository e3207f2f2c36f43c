// @vitest-environment happy-dom
import { consoleCalls, forbiddenCode } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, said, settled, show } from '../../testing/show.tsx';
import { session, useAct, useCall, useConnection } from './index.ts';

const { note, read } = consoleCalls.customers;

/** A list, and an act that changes it. */
function Page() {
  const customer = useCall(read, { id: 1004 });
  const { reachable } = useConnection();
  const act = useAct(note, { successMessage: 'Note added' });
  return (
    <>
      <button type="button" aria-busy={act.busy} onClick={() => act.run({ id: 1004, text: 'hello' })}>
        Add
      </button>
      <p>{customer.data?.notes.map(({ text }) => text).join() || 'no notes'}</p>
      <p>{act.fields['text'] ?? 'no error'}</p>
      <p>{reachable ? 'live' : 'offline'}</p>
    </>
  );
}

const add = (): HTMLElement => screen.getByRole('button', { name: 'Add' });

test('after an act its message shows, and everything on the screen is read again', async () => {
  const notes: { text: string }[] = [];
  api.answers(read, () => ({ notes }));
  api.answers(note, ({ text }) => {
    notes.push({ text });
    return {};
  });
  const user = show(<Page />);
  await screen.findByText('no notes');
  await user.click(add());
  await said('Note added');
  expect(await screen.findByText('hello')).toBeDefined();
  expect(api.inputsOf(note)).toEqual([{ id: 1004, text: 'hello' }]);
});

test('two presses in the same moment act once', async () => {
  const release = api.holds(note, {});
  show(<Page />);
  await settled();
  fireEvent.click(add());
  fireEvent.click(add());
  await screen.findByRole('button', { busy: true });
  fireEvent.click(add());
  release();
  await said('Note added');
  await settled();
  expect(api.inputsOf(note)).toHaveLength(1);
  // The next one is another act.
  fireEvent.click(add());
  await settled();
  expect(api.inputsOf(note)).toHaveLength(2);
});

test('a refused field has its message at the field, not at the bottom, and nothing is read again', async () => {
  api.refusesFields(note, { text: 'Too long' });
  const user = show(<Page />);
  await settled();
  await user.click(add());
  expect(await screen.findByText('Too long')).toBeDefined();
  await settled();
  expect(screen.getByRole('status').textContent).toBe('');
  expect(api.inputsOf(read)).toHaveLength(1);
});

test.each([
  [Code.conflict, 'Someone else was faster', 2],
  [Code.unavailable, 'Try again in a minute', 2],
  [forbiddenCode, 'You may not do this', 1],
])('a refusal with code %i is said at the bottom', async (code, message, reads) => {
  api.refuses(note, code, message);
  const user = show(<Page />);
  await settled();
  await user.click(add());
  await said(message);
  await settled();
  // What another operator changed shows.
  expect(api.inputsOf(read)).toHaveLength(reads);
});

test.each([
  ['en', 'The server can’t be reached. Try again later'],
  ['zh', '网络异常，请稍后重试'],
] as const)('a lost answer is said, and what may have happened is read again (%s)', async (lang, message) => {
  api.loses(note);
  const user = show(<Page />, { lang });
  await settled();
  await user.click(add());
  await said(message);
  await settled();
  expect(api.inputsOf(read)).toHaveLength(2);
});

test('the connection’s state follows the last call', async () => {
  api.loses(read);
  show(<Page />);
  expect(await screen.findByText('offline')).toBeDefined();
  api.answers(note, {});
  fireEvent.click(add());
  expect(await screen.findByText('live')).toBeDefined();
});

test('a session that the server no longer accepts ends here too, without a message', async () => {
  api.refuses(note, Code.sessionInvalid, 'Log in again');
  const user = show(<Page />);
  await settled();
  await user.click(add());
  await settled();
  expect(session.current()).toBeNull();
  expect(session.hasEnded()).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('');
});
