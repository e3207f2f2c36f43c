import { formatDecimal } from '@fft/decimal';
import type { AccountMessage } from '../content/index.ts';
import { internal, type DepositRow } from './deposits.ts';

/** The message for a customer whose coins have arrived. `decimals` are the coin's. */
export function depositMessage(
  decimals: number,
  { amount, coin, chain, txid, block_hash }: DepositRow,
): AccountMessage {
  const isInternal = block_hash === internal;
  const arrived = `${formatDecimal(amount, decimals, { trim: true })} ${coin}`;
  return {
    title: { zh: '充值已到账', en: 'Your deposit has arrived' },
    paragraphs: {
      zh: [`数量：${arrived}（${chain}）`, isInternal ? '来自站内其他用户。' : `交易哈希：${txid}`],
      en: [`Amount: ${arrived} (${chain})`, isInternal ? 'From another customer.' : `Transaction: ${txid}`],
    },
  };
}
