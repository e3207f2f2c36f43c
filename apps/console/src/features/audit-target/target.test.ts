import { expect, test } from 'vitest';
import { actTexts } from '../../i18n/acts.ts';
import { customerIn, targetOf, wordsOfTarget } from './target.ts';

test.each([
  ['customer 1004', '用户 1004', 'Customer 1004', '1004'],
  ['market BTC/USDT', '交易对 BTC/USDT', 'Market BTC/USDT', null],
  ['bank entry 7', '银行分录 7', 'Bank entry 7', null],
  ['12 customers', '12 位用户', '12 customers', null],
  ['fees of customer 1004', '用户 1004 的费率', 'Fees of customer 1004', '1004'],
  ['page about', '“关于我们”页面', 'About page', null],
  ['/api/operators/treasury/balances', '/api/operators/treasury/balances', '/api/operators/treasury/balances', null],
  ['something else', 'something else', 'something else', null],
])('%s', (target, zh, en, customer) => {
  expect([wordsOfTarget(target, actTexts.zh), wordsOfTarget(target, actTexts.en), customerIn(target)]).toEqual([
    zh,
    en,
    customer,
  ]);
  // What the log shows can be typed into its filter.
  for (const t of [actTexts.zh, actTexts.en]) expect(targetOf(wordsOfTarget(target, t), t)).toBe(target);
});

test.each([
  [' 1004 ', 'customer 1004'],
  ['用户1004', 'customer 1004'],
  ['customer 1004', 'customer 1004'],
  ['提现 7', 'withdrawal 7'],
  ['用户', '用户'],
])('the filter takes %j as %s', (typed, target) => {
  expect(targetOf(typed, actTexts.zh)).toBe(target);
});
