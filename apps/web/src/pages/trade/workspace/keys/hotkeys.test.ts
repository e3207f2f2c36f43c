import { expect, test } from 'vitest';
import { hotkeyOf } from './hotkeys.ts';

const press = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, isComposing: false, repeat: false };

test('a key has one action, in either case', () => {
  expect(hotkeyOf(press)).toBe('buy');
  expect(hotkeyOf({ ...press, key: 'B' })).toBe('buy');
  expect(hotkeyOf({ ...press, key: 'q' })).toBeNull();
});

test.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'repeat'] as const)('none with %s', (field) => {
  expect(hotkeyOf({ ...press, [field]: true })).toBeNull();
});
