// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { Button } from './Button.tsx';
import { Chips } from './Chips.tsx';
import { Field, Select, TextArea } from './Field.tsx';
import { useFields } from './use-fields.ts';

test('a field is found by its label, and its hint describes it', () => {
  show(<Field label="E-mail" hint="The link goes there" />);
  const field = screen.getByLabelText('E-mail');
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByText('The link goes there').id);
  expect(field.getAttribute('aria-invalid')).toBeNull();
});

test('an error takes the hint’s place, marks the field and is announced', () => {
  const frame = { label: 'Reason', hint: 'Only operators see it', error: 'Required' };
  show(
    <>
      <Field {...frame} />
      <TextArea {...frame} label="Note" />
      <Select {...frame} label="Kind" value="a" onChange={() => undefined} options={[{ value: 'a', label: 'A' }]} />
    </>,
  );
  for (const label of ['Reason', 'Note', 'Kind']) {
    const field = screen.getByLabelText(label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Required');
    expect(described?.getAttribute('role')).toBe('alert');
  }
  expect(screen.queryByText('Only operators see it')).toBeNull();
});

test('a select offers its options by their words, and says which value was chosen', async () => {
  const onChange = vi.fn<(value: 'coin' | 'fiat') => void>();
  const options = [
    { value: 'coin', label: 'Coin account' },
    { value: 'fiat', label: 'Fiat account' },
  ] as const;
  const user = show(<Select label="Account" labelHidden value="coin" onChange={onChange} options={options} />);
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Account' });
  expect([...select.options].map((option) => option.text)).toEqual(['Coin account', 'Fiat account']);
  await user.selectOptions(select, 'Fiat account');
  expect(onChange).toHaveBeenCalledWith('fiat');
});

test('of several chips the chosen one is pressed', async () => {
  const onChange = vi.fn<(value: 'all' | 'locked') => void>();
  const options = [
    { value: 'all', label: 'All' },
    { value: 'locked', label: 'Locked' },
  ] as const;
  const user = show(<Chips label="Filter" value="all" onChange={onChange} options={options} />);
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('All');
  await user.click(screen.getByRole('button', { name: 'Locked' }));
  expect(onChange).toHaveBeenCalledWith('locked');
});

test('a form’s fields keep their values apart, and each has its own error', async () => {
  function Form() {
    const { values, field } = useFields({ zh: '', en: '' }, { en: 'Required' });
    return (
      <>
        <Field label="Chinese" {...field('zh')} />
        <Field label="English" {...field('en')} />
        <output>{JSON.stringify(values)}</output>
      </>
    );
  }
  const user = show(<Form />);
  await user.type(screen.getByLabelText('Chinese'), '您好');
  await user.type(screen.getByLabelText('English'), 'Good day');
  expect(document.querySelector('output')?.textContent).toBe('{"zh":"您好","en":"Good day"}');
  expect(screen.getByLabelText('Chinese').getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText('English').getAttribute('aria-invalid')).toBe('true');
});

test('a busy button takes no press', async () => {
  const onClick = vi.fn<() => void>();
  const user = show(
    <Button busy hotkey="a" onClick={onClick}>
      Approve
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Approve' });
  await user.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-keyshortcuts')).toBe('a');
});
