import { RefusedError } from '@fft/client';
import { calls } from '@fft/contract';
import { expect, test } from 'vitest';
import { checkForm, refusedFields } from './check-form.ts';

test('each wrong field has one error, the first that applies', () => {
  const values = { email: '', code: '12', password: 'short', passwordConfirm: 'x' };
  expect(checkForm(calls.auth.register, values)).toEqual({
    email: 'blank',
    code: 'code',
    password: 'passwordTooShort',
  });
});

test('a valid form has no errors', () => {
  expect(checkForm(calls.auth.login, { email: ' Anna@Mail.example ', password: 'x' })).toEqual({});
});

test('the server’s field errors are shown at the fields', () => {
  expect(refusedFields(new RefusedError(400, 'no', { fields: { email: 'taken', odd: 5 } }))).toEqual({
    email: 'taken',
  });
  expect(refusedFields(new RefusedError(500, 'no', null))).toEqual({});
  expect(refusedFields(new Error('other'))).toEqual({});
});

test('a code that belongs to a field is shown there', () => {
  const wrong = new RefusedError(1102, 'wrong code', null);
  expect(refusedFields(wrong, { 1102: 'code' })).toEqual({ code: 'wrong code' });
  expect(refusedFields(wrong, { 1105: 'totp' })).toEqual({});
  const tag = new RefusedError(3001, 'wrong tag', { field: 'memo' });
  expect(refusedFields(tag, { 3001: 'address' })).toEqual({ memo: 'wrong tag' });
});
