import { RefusedError } from '@fft/client';
import { Code } from '@fft/contract';
import { expect, it } from 'vitest';
import { blankForm, withType } from '../form/order-form.ts';
import { refusedField } from './refused-field.ts';

const spending = withType(blankForm, 'market');
const refused = (code: number, data: unknown = null) => new RefusedError(code, 'no', data);

it.each([
  [
    'a malformed field',
    refused(Code.badRequest, { fields: { quantity: 'Not a number' } }),
    blankForm,
    { field: 'quantity', text: 'Not a number' },
  ],
  ['a malformed order', refused(Code.badRequest), blankForm, null],
  ['too little money', refused(Code.insufficientBalance), blankForm, { field: 'quantity', text: 'no' }],
  ['too little money to spend', refused(Code.insufficientBalance), spending, { field: 'amount', text: 'no' }],
  ['a price outside the band', refused(Code.priceOutsideBand), blankForm, { field: 'price', text: 'no' }],
  [
    'a pair’s stop outside the band',
    refused(Code.priceOutsideBand, { field: 'stopLimitPrice' }),
    blankForm,
    { field: 'stopLimitPrice', text: 'no' },
  ],
  [
    'a take-profit outside the band',
    refused(Code.priceOutsideBand, { field: 'takeProfitPrice' }),
    blankForm,
    { field: 'takeProfitPrice', text: 'no' },
  ],
  [
    'a price off the tick',
    refused(Code.offStep, { step: '0.1', field: 'price' }),
    blankForm,
    { field: 'price', text: 'no' },
  ],
  [
    'an amount below the least',
    refused(Code.amountOutOfRange, { min: '5', field: 'amount' }),
    blankForm,
    { field: 'amount', text: 'no' },
  ],
  [
    'a bound that names no field',
    refused(Code.amountOutOfRange, { max: '5' }),
    spending,
    { field: 'amount', text: 'no' },
  ],
  ['a halted market', refused(Code.marketNotOpen), blankForm, null],
])('%s', (_, error, form, said) => {
  expect(refusedField(error, form)).toEqual(said);
});
