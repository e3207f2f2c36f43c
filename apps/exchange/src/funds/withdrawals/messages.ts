import type { Lang } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { AccountMessage } from '../../content/index.ts';
import type { State } from './states.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

type VisibleState = Exclude<State, 'requested' | 'refused'>;

const titles: Readonly<Record<VisibleState, Readonly<Record<Lang, string>>>> = {
  review: { zh: '提现审核中', en: 'Your withdrawal is in review' },
  approved: { zh: '提现已受理', en: 'Your withdrawal was accepted' },
  sent: { zh: '提现已发出', en: 'Your withdrawal was sent' },
  done: { zh: '提现已完成', en: 'Your withdrawal has arrived' },
  rejected: { zh: '提现被拒绝', en: 'Your withdrawal was rejected' },
  failed: { zh: '提现失败', en: 'Your withdrawal failed' },
  cancelled: { zh: '提现已取消', en: 'Your withdrawal was cancelled' },
};

/** States that are also sent by mail: the owner may still stop these, or the money has left. */
const isMailed: ReadonlySet<State> = new Set(['review', 'approved', 'sent', 'rejected', 'failed']);

const isReturned: ReadonlySet<State> = new Set(['rejected', 'failed', 'cancelled']);

/** Message to the customer about a withdrawal's new state. @param decimals those of its coin */
export function withdrawalMessage(decimals: number, row: WithdrawalRow): AccountMessage {
  if (row.state === 'requested' || row.state === 'refused') throw new Error(`a ${row.state} withdrawal has no message`);
  const amount = `${formatDecimal(row.amount, decimals, { trim: true })} ${row.coin}`;
  const returned = isReturned.has(row.state);
  const isInternal = row.txid === 'internal';
  return {
    byMail: isMailed.has(row.state),
    title: titles[row.state],
    paragraphs: {
      zh: [
        `数量：${amount}（${row.chain}）`,
        `地址：${row.address}`,
        ...(row.txid === null ? [] : [isInternal ? '站内转账，无需上链。' : `交易哈希：${row.txid}`]),
        ...(row.reason_zh === null ? [] : [`原因：${row.reason_zh}`]),
        returned ? '资金已退回您的币币账户。' : '如果这不是您本人的操作，请立即冻结账户并联系客服。',
      ],
      en: [
        `Amount: ${amount} (${row.chain})`,
        `Address: ${row.address}`,
        ...(row.txid === null
          ? []
          : [isInternal ? 'To another customer, without a transaction on the network.' : `Transaction: ${row.txid}`]),
        ...(row.reason_en === null ? [] : [`Reason: ${row.reason_en}`]),
        returned
          ? 'The amount is back in your coin account.'
          : "If this wasn't you, lock your account at once and contact support.",
      ],
    },
  };
}
