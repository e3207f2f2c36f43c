// @vitest-environment happy-dom
import { setLang } from '@fft/kit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { tradeTexts } from '../../i18n/trade.ts';
import { NumberBox } from './NumberBox.tsx';

// Node's own storage hides the DOM's.
vi.hoisted(() => vi.stubGlobal('localStorage', new Storage()));

afterEach(cleanup);

function Box() {
  const [value, setValue] = useState('');
  return (
    <>
      <NumberBox label="box" unit="ETH" value={value} places={8} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

test.each([
  ['0.01 ETH', '0.01', false],
  ['１２３', '123', false],
  ['1e-2', '1e-2', true],
  ['0.01 BTC', '0.01 BTC', true],
])('%j is read as %j, and refused in words if it is no number', (text, value, isRefused) => {
  setLang('en');
  render(<Box />);
  const box = screen.getByLabelText<HTMLInputElement>('box');
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: text } });
  expect([box.value, screen.getByRole('status').textContent]).toEqual([text, value]);
  expect(screen.queryByText(tradeTexts.en.noNumber) !== null).toBe(isRefused);
});
