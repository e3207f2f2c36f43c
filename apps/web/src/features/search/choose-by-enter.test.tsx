// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseByEnter } from './choose-by-enter.ts';

afterEach(cleanup);

test.each([
  ['Enter', { key: 'Enter' }, 'BTC/USDT', ['BTC/USDT']],
  ['the Enter that ends a word of an input method', { key: 'Enter', isComposing: true }, 'BTC/USDT', []],
  ['Enter with nothing found', { key: 'Enter' }, undefined, []],
  ['another key', { key: 'a' }, 'BTC/USDT', []],
])('%s', (_, key, first, chosen) => {
  const symbols: string[] = [];
  render(<input onKeyDown={(event) => chooseByEnter(event, first, (symbol) => symbols.push(symbol))} />);
  fireEvent.keyDown(screen.getByRole('textbox'), key);
  expect(symbols).toEqual(chosen);
});
