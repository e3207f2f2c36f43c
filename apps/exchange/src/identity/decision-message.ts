import type { AccountMessage } from '../content/index.ts';
import type { Reason } from './reasons.ts';

/** Notifies a customer of the decision on their papers. The reason is null if they passed. */
export function decisionMessage(reason: Reason | null): AccountMessage {
  if (reason === null) {
    return {
      kind: 'security',
      title: { zh: '身份认证已通过', en: 'Your identity is verified' },
      paragraphs: {
        zh: ['您的身份认证已通过，提现限额已提高。'],
        en: ['Your identity is verified, and your withdrawal limit is higher now.'],
      },
    };
  }
  return {
    kind: 'security',
    title: { zh: '身份认证未通过', en: 'Your identity was not verified' },
    paragraphs: {
      zh: [`原因：${reason.zh}`, '请在“身份认证”页面重新提交。'],
      en: [`Reason: ${reason.en}`, 'Please submit your identity documents again on the identity page.'],
    },
  };
}

/** Notifies a customer, also by mail, that their passed identity was revoked. */
export function revokedMessage(reason: Reason): AccountMessage {
  return {
    kind: 'security',
    byMail: true,
    title: { zh: '身份认证已被撤销', en: 'Your identity verification was revoked' },
    paragraphs: {
      zh: [
        `原因：${reason.zh}`,
        '提现限额已恢复为未认证级别，超出限额的提现将由人工审核。请在“身份认证”页面重新提交证件。',
      ],
      en: [
        `Reason: ${reason.en}`,
        'The withdrawal limit of unverified accounts applies from now on, and we review withdrawals above it. Please submit your identity documents again on the identity page.',
      ],
    },
  };
}
