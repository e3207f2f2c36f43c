// @vitest-environment happy-dom
import { setLang } from '@fft/kit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { moneyTexts } from '../../i18n/money.ts';
import { AmountField } from './AmountField.tsx';

// Node's own storage hides the DOM's.
vi.hoisted(() => vi.stubGlobal('localStorage', new Storage()));

afterEach(cleanup);

function Box({ isOptional = false }: { readonly isOptional?: boolean }) {
  const [amount, setAmount] = useState('');
  return (
    <>
      <AmountField label="box" coin="ETH" value={amount} places={8} isOptional={isOptional} onChange={setAmount} />
      <output>{amount}</output>
    </>
  );
}

/** What the box shows, what the form gets, and what is said. */
function paste(text: string, isOptional = false): readonly (string | undefined)[] {
  render(<Box isOptional={isOptional} />);
  const box = screen.getByLabelText<HTMLInputElement>('box');
  fireEvent.change(box, { target: { value: text } });
  return [box.value, screen.getByRole('status').textContent, screen.queryByRole('alert')?.textContent];
}

test.each(['zh', 'en'] as const)(
  'in %s text that is no number stays, and the box says what a number looks like',
  (lang) => {
    setLang(lang);
    for (const text of ['1e-2', '0.01 BTC', 'abc']) {
      expect(paste(text)).toEqual([text, '', moneyTexts[lang].noNumber('ETH')]);
      cleanup();
    }
  },
);

test('a pasted coin and digits of other keyboards are read', () => {
  setLang('en');
  expect(paste('0.01 ETH')).toEqual(['0.01 ETH', '0.01', undefined]);
  cleanup();
  expect(paste('１２３')).toEqual(['１２３', '123', undefined]);
});

test('where a blank has a meaning, text that can’t be read is passed on', () => {
  setLang('en');
  expect(paste('abc', true)).toEqual(['abc', 'abc', moneyTexts.en.noNumber('ETH')]);
  cleanup();
  expect(paste('12,000', true)).toEqual(['12,000', '12,000', moneyTexts.en.unclear]);
});
