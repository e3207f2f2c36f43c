import { expect, test } from 'vitest';
import { bankProblemIn, bankProblemText } from './index.ts';

test('each problem of a day is said in both languages, with its figures', () => {
  const recorded = bankProblemText([
    ['missing', ''],
    ['altered', '7, 9'],
    ['balances', '0.63 EUR'],
    ['ledger', '5.00 EUR'],
  ]);
  expect(recorded).toBe(
    'a statement is missing: one does not open where the one before closed; altered: bank entry 7, 9; entries and balances differ by 0.63 EUR; bank and ledger differ by 5.00 EUR',
  );
  expect(bankProblemIn('en', recorded)).toBe(recorded);
  expect(bankProblemIn('zh', recorded)).toBe(
    '缺少对账单：期初余额与上一份的期末余额不一致；银行流水被篡改：编号 7, 9；流水与余额相差 0.63 EUR；银行与账本相差 5.00 EUR',
  );
  expect(bankProblemIn('zh', 'something else')).toBe('something else');
});
