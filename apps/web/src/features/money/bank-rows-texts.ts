import { defineTexts } from '../../i18n/texts.ts';

/** The rows that lead to the pages of banks, which most visits of a money page never open. */
export const bankRowTexts = defineTexts({
  zh: {
    deposit: '银行转账充值',
    depositText: (coins: string): string => `从您本人的银行账户转入 ${coins}`,
    depositAny: '从您本人的银行账户转入法币',
    payout: '提现到银行',
    payoutText: (coins: string): string => `把 ${coins} 提到您本人的银行账户`,
    payoutAny: '提到您本人的银行账户',
    comma: '、',
  },
  en: {
    deposit: 'Bank deposit',
    depositText: (coins: string): string => `Send ${coins} from your own bank account`,
    depositAny: 'Send money from your own bank account',
    payout: 'Withdraw to bank',
    payoutText: (coins: string): string => `Send ${coins} to your own bank account`,
    payoutAny: 'Send money to your own bank account',
    comma: ', ',
  },
});
