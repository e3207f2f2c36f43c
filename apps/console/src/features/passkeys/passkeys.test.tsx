// @vitest-environment happy-dom
import { consoleCalls } from '@fft/console-contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { api, buttonsIn, said, show } from '../../../testing/show.tsx';
import { PasskeysDialog } from './PasskeysDialog.tsx';

const { passkeys, beginPasskey, addPasskey, removePasskey } = consoleCalls.session;
const desk = { id: 'abc', name: 'Desk' };

/** A device that makes passkeys; what a browser does with one, the browser's journey shows. */
class Device {
  static parseCreationOptionsFromJSON = (options: object): object => options;
  toJSON(): object {
    return { id: 'made' };
  }
}

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', Device);
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: () => Promise.resolve(new Device()) },
  });
});

const dialog = (): HTMLElement => screen.getByRole('dialog');

test('the dialog lists passkeys and when each was last used', async () => {
  api.answers(passkeys, [desk, { id: 'def', name: 'Key', used: new Date(2024, 10, 20, 9, 5).getTime() }]);
  show(<PasskeysDialog onClose={() => undefined} />);
  const items = (await within(dialog()).findAllByTestId('passkey')).map(({ textContent }) => textContent);
  expect(items).toEqual(['DeskNot used yetRemove', 'KeyLast used 2024-11-20 09:05Remove']);
});

test('one is added with password and code, and listed then', async () => {
  const user = show(<PasskeysDialog onClose={() => undefined} />);
  await within(dialog()).findByText('No passkeys yet');
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  await user.type(screen.getByLabelText('Name'), ' Desk ');
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  expect(within(dialog()).getAllByText('Required')).toHaveLength(2);
  expect(api.inputsOf(beginPasskey)).toEqual([]);
  await user.type(screen.getByLabelText('Password'), 'a password of my own');
  await user.type(screen.getByLabelText('Authenticator code'), '123 456');
  api.answers(beginPasskey, { options: {} });
  api.answers(addPasskey, () => {
    api.answers(passkeys, [desk]);
    return [desk];
  });
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  await said('Passkey added');
  await screen.findByText('Desk');
  expect(api.inputsOf(beginPasskey)).toEqual([{ password: 'a password of my own', code: '123456' }]);
  expect(api.inputsOf(addPasskey)).toEqual([{ name: 'Desk', response: { id: 'made' } }]);
});

test('one is removed with password and code', async () => {
  api.answers(passkeys, [desk]);
  const user = show(<PasskeysDialog onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(screen.getByRole('dialog', { name: 'Remove “Desk”' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(within(dialog()).getAllByText('Required')).toHaveLength(2);
  await user.type(screen.getByLabelText('Password'), 'a password of my own');
  await user.type(screen.getByLabelText('Authenticator code'), '123456');
  api.answers(removePasskey, () => {
    api.answers(passkeys, []);
    return [];
  });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await said('Passkey removed');
  expect(await screen.findByText('No passkeys yet')).toBeDefined();
  expect(api.inputsOf(removePasskey)).toEqual([{ id: 'abc', password: 'a password of my own', code: '123456' }]);
});

test('a browser without passkeys says so', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  show(<PasskeysDialog onClose={() => undefined} />);
  expect(await screen.findByText('This browser doesn’t support passkeys')).toBeDefined();
  expect(buttonsIn(dialog())).toEqual(['Close', 'Close']);
});
