import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../api/session/session.ts';
import { provideStorage } from '../../api/session/provide-storage.ts';
import { adoptUpColor, setUpColor, startUpColor } from './up-color.ts';

const dataset: { up?: string } = {};

beforeEach(() => {
  const window = { localStorage: null, sessionStorage: null, addEventListener: () => undefined };
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', { documentElement: { dataset } });
  provideStorage();
  vi.stubGlobal('localStorage', window.localStorage);
  startUpColor();
  return () => vi.unstubAllGlobals();
});

test('a session that ends takes its colours out of the document too', () => {
  setUpColor('red');
  expect(dataset.up).toBe('red');
  localStorage.clear();
  session.announce();
  expect(dataset.up).toBe('green');
});

test('what the account says holds where nothing was chosen, and nowhere else', () => {
  adoptUpColor('red');
  expect(dataset.up).toBe('red');
  setUpColor('blind');
  adoptUpColor('red');
  expect(dataset.up).toBe('blind');
});
