import type { Lang } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { AccountMessage } from '../../content/index.ts';
import { bankRail, chainName, type OwnNetworks } from '../../assets/networks.ts';
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

/** Of payouts, named as in the app. A statement shows that one left, not that it arrived. */
const payoutTitles: typeof titles = {
  review: { zh: '银行提现审核中', en: 'Your bank withdrawal is in review' },
  approved: { zh: '银行提现已受理', en: 'Your bank withdrawal was accepted' },
  sent: { zh: '银行提现已交银行处理', en: 'Your bank withdrawal is at the bank' },
  done: { zh: '银行提现已完成', en: 'Your bank withdrawal is complete' },
  rejected: { zh: '银行提现被拒绝', en: 'Your bank withdrawal was rejected' },
  failed: { zh: '银行提现失败', en: 'Your bank withdrawal failed' },
  cancelled: { zh: '银行提现已取消', en: 'Your bank withdrawal was cancelled' },
};

/** States that are also sent by mail: the owner may still stop these, or the money has left. */
const isMailed: ReadonlySet<State> = new Set(['review', 'approved', 'sent', 'rejected', 'failed']);

/** States that the bound phone is alerted of: the owner may still stop these. */
const isTexted: ReadonlySet<State> = new Set(['review', 'approved']);

const isReturned: ReadonlySet<State> = new Set(['rejected', 'failed', 'cancelled']);

/** Enough to recognise an address by. */
const shorten = (address: string): string =>
  address.length > 16 ? `${address.slice(0, 6)}...${address.slice(-6)}` : address;

function smsOf(title: Readonly<Record<Lang, string>>, details: readonly string[]): Readonly<Record<Lang, string>> {
  return { zh: `${title.zh}：${details.join('，')}`, en: `${title.en} (${details.join(', ')})` };
}

/** Message to the customer about a withdrawal's new state. @param decimals those of its coin */
export function withdrawalMessage(decimals: number, row: WithdrawalRow, own: OwnNetworks): AccountMessage {
  if (row.state === 'requested' || row.state === 'refused') throw new Error(`a ${row.state} withdrawal has no message`);
  const amount = `${formatDecimal(row.amount, decimals, { trim: true, grouped: true })} ${row.coin}`;
  const returned = isReturned.has(row.state);
  const isInternal = row.txid === 'internal';
  if (row.chain === bankRail) return payoutMessage(row, amount);
  return {
    kind: 'withdrawals',
    byMail: isMailed.has(row.state),
    ...(isTexted.has(row.state) && { bySms: smsOf(titles[row.state], [amount, shorten(row.address)]) }),
    title: titles[row.state],
    paragraphs: {
      zh: [
        `数量：${amount} · ${chainName(own, row.chain, 'zh')}`,
        `地址：${row.address}`,
        ...(row.txid === null ? [] : [isInternal ? '站内转账，无需上链。' : `交易哈希：${row.txid}`]),
        ...(row.reason_zh === null ? [] : [`原因：${row.reason_zh}`]),
        returned ? '资金已退回您的币币账户。' : '如果这不是您本人的操作，请立即冻结账户并联系客服。',
      ],
      en: [
        `Amount: ${amount} · ${chainName(own, row.chain, 'en')}`,
        `Address: ${row.address}`,
        ...(row.txid === null
          ? []
          : [isInternal ? 'To another customer, without a transaction on the network.' : `Transaction: ${row.txid}`]),
        ...(row.reason_en === null ? [] : [`Reason: ${row.reason_en}`]),
        returned
          ? 'The amount is back in your coin account.'
          : "If this wasn't you, freeze your account immediately and contact support.",
      ],
    },
  };
}

/** The same for a payout to a bank account. */
function payoutMessage(row: WithdrawalRow, amount: string): AccountMessage {
  const state = row.state as VisibleState;
  const account = shorten(row.address);
  const end = isReturned.has(state)
    ? { zh: '资金已退回您的法币账户。', en: 'The amount is back in your fiat account.' }
    : {
        zh: '如果这不是您本人的操作，请立即冻结账户并联系客服。',
        en: "If this wasn't you, freeze your account immediately and contact support.",
      };
  return {
    kind: 'withdrawals',
    byMail: isMailed.has(state),
    ...(isTexted.has(state) && { bySms: smsOf(payoutTitles[state], [amount, account]) }),
    title: payoutTitles[state],
    paragraphs: {
      zh: [
        `金额：${amount}`,
        `银行账户：${account}`,
        ...(row.reason_zh === null ? [] : [`原因：${row.reason_zh}`]),
        end.zh,
      ],
      en: [
        `Amount: ${amount}`,
        `Bank account: ${account}`,
        ...(row.reason_en === null ? [] : [`Reason: ${row.reason_en}`]),
        end.en,
      ],
    },
  };
}
