// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buttonsIn, show } from '../../testing/show.tsx';
import { Dialog } from './Dialog.tsx';

const nothing = (): void => undefined;

test('a dialog is modal, carries its title as name, and closes by cancel, cross and Escape', async () => {
  const onClose = vi.fn<() => void>();
  const user = show(
    <Dialog title="Lock account" onClose={onClose} confirm={{ label: 'Lock', onPress: nothing }}>
      Sure?
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Lock account' });
  expect(dialog.open).toBe(true);
  expect(buttonsIn(dialog)).toEqual(['Close', 'Cancel', 'Lock']);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  // The browser's event of Escape. The dialog stays until its owner removes it.
  const escape = new Event('cancel', { cancelable: true });
  fireEvent(dialog, escape);
  expect(escape.defaultPrevented).toBe(true);
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('its button and Enter in a field confirm; not while it is busy or has something to read first', async () => {
  const onPress = vi.fn<() => void>();
  const of = (state: { readonly busy?: boolean; readonly disabled?: boolean }) => (
    <Dialog title="Ask" onClose={nothing} confirm={{ label: 'Do it', onPress, ...state }}>
      <input aria-label="Reason" />
    </Dialog>
  );
  const user = show(of({}));
  await user.click(screen.getByRole('button', { name: 'Do it' }));
  await user.type(screen.getByRole('textbox'), 'card stolen{Enter}');
  expect(onPress).toHaveBeenCalledTimes(2);
});

test.each([{ busy: true }, { disabled: true }])('a dialog that is %o takes no confirmation', async (state) => {
  const onPress = vi.fn<() => void>();
  const user = show(
    <Dialog title="Ask" onClose={nothing} confirm={{ label: 'Do it', onPress, ...state }}>
      <input aria-label="Reason" />
    </Dialog>,
  );
  await user.click(screen.getByRole('button', { name: 'Do it' }));
  await user.type(screen.getByRole('textbox'), 'card stolen{Enter}');
  expect(onPress).not.toHaveBeenCalled();
});

test.each([
  ['en', 'Close'],
  ['zh', '关闭'],
] as const)('a dialog that only tells has one way out (%s)', (lang, close) => {
  show(
    <Dialog title="My passkeys" onClose={nothing}>
      None
    </Dialog>,
    { lang },
  );
  expect(buttonsIn(screen.getByRole('dialog'))).toEqual([close, close]);
});
