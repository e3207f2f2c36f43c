import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../api/session/session.ts';
import { ensureStorage } from '../../api/session/storage-fallback.ts';
import { adoptUpColor, setUpColor, startUpColor } from './up-color.ts';

const dataset: { up?: string } = {};

beforeEach(() => {
  const window = { localStorage: null, sessionStorage: null, addEventListener: () => undefined };
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', { documentElement: { dataset } });
  ensureStorage();
  vi.stubGlobal('localStorage', window.localStorage);
  startUpColor(session.onChange);
  return () => vi.unstubAllGlobals();
});

test('a session that ends removes its colours from the document', () => {
  setUpColor('red');
  expect(dataset.up).toBe('red');
  localStorage.clear();
  session.announce();
  expect(dataset.up).toBe('green');
});

test('the account’s choice applies only where nothing was chosen on the device', () => {
  adoptUpColor('red');
  expect(dataset.up).toBe('red');
  setUpColor('blind');
  adoptUpColor('red');
  expect(dataset.up).toBe('blind');
});
