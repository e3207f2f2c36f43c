import { writeInstant } from '@fft/contract';
import type { AccountMessage } from '../content/index.ts';
import type { EntryRow } from './entries/entries.ts';
import { formatMinor } from './entries/minor-units.ts';
import type { SavedBankAccount } from './saved-accounts.ts';

type Moved = Pick<EntryRow, 'amount' | 'currency' | 'name'>;

function sum({ amount, currency }: Moved): string {
  return `${formatMinor(amount, currency)} ${currency}`;
}

/** The message for a customer whose bank transfer was credited. */
export function creditedMessage(entry: Moved): AccountMessage {
  return {
    kind: 'deposits',
    title: { zh: '银行充值已到账', en: 'Your bank deposit has arrived' },
    paragraphs: {
      zh: [`金额：${sum(entry)}`, '已记入您的法币账户。'],
      en: [`Amount: ${sum(entry)}`, 'It is in your fiat account.'],
    },
  };
}

/** The message for a customer whose payout the bank sent back. */
export function gaveBackMessage(entry: Moved): AccountMessage {
  return {
    kind: 'withdrawals',
    byMail: true,
    title: { zh: '银行提现被退回', en: 'Your bank returned a withdrawal' },
    paragraphs: {
      zh: [`金额：${sum(entry)}`, '资金已退回您的法币账户。请检查保存的银行账户是否仍可收款。'],
      en: [
        `Amount: ${sum(entry)}`,
        'It is in your fiat account again. Check that the saved bank account still takes transfers.',
      ],
    },
  };
}

/** The message for a customer whose transfer waits for a person. */
export function heldMessage(entry: Moved): AccountMessage {
  return {
    kind: 'deposits',
    title: { zh: '银行充值待核对', en: 'Your bank deposit is being checked' },
    paragraphs: {
      zh: [`金额：${sum(entry)}`, '我们需要人工核对这笔转账。常见原因是汇款人姓名与您认证的姓名不一致。'],
      en: [
        `Amount: ${sum(entry)}`,
        'A person checks it before it is credited. Most often the sender’s name is not the name that you verified.',
      ],
    },
  };
}

/** The message to a customer whose account has a new bank account. */
export function accountSavedMessage({ coin, name, number, usableFrom }: SavedBankAccount): AccountMessage {
  const utc = writeInstant(usableFrom);
  return {
    kind: 'security',
    byMail: true,
    title: { zh: '已添加银行账户', en: 'A bank account was saved' },
    paragraphs: {
      zh: [
        `${name}：${coin}`,
        `银行账号：${number}`,
        `该账户自 ${utc} 起可用于提现。`,
        '如果不是您本人，请立即删除该账户、修改密码并冻结账户。',
      ],
      en: [
        `${name}: ${coin}`,
        `Account: ${number}`,
        `It can be used from ${utc}.`,
        "If this wasn't you, delete it immediately, change your passwords and freeze your account.",
      ],
    },
  };
}
