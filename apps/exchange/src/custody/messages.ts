import { formatDecimal } from '@fft/decimal';
import type { AccountMessage } from '../content/index.ts';
import { chainName } from '../markets/listing/networks.ts';
import { internal, type DepositRow } from './deposits.ts';

/** The message for a customer whose coins have arrived. `decimals` are the coin's. */
export function depositMessage(
  decimals: number,
  { amount, coin, chain, txid, block_hash }: DepositRow,
): AccountMessage {
  const isInternal = block_hash === internal;
  const arrived = `${formatDecimal(amount, decimals, { trim: true, grouped: true })} ${coin}`;
  return {
    kind: 'deposits',
    title: { zh: '充值已到账', en: 'Your deposit has arrived' },
    paragraphs: {
      zh: [`数量：${arrived} · ${chainName(chain, 'zh')}`, isInternal ? '来自站内其他用户。' : `交易哈希：${txid}`],
      en: [
        `Amount: ${arrived} · ${chainName(chain, 'en')}`,
        isInternal ? 'From another customer.' : `Transaction: ${txid}`,
      ],
    },
  };
}
