import { formatDecimal } from '@fft/decimal';
import type { AccountMessage } from '../content/index.ts';
import { chainName, type OwnNetworks } from '../assets/networks.ts';
import { internal, type DepositRow } from './deposits/deposits.ts';

const arrival = { zh: '充值已到账', en: 'Your deposit has arrived' };
/** It had come over a network or by a contract that wasn't open then. */
const recovered = { zh: '您的币已找回并入账', en: 'Your coins were recovered and credited' };

/** The message for a customer whose coins have arrived. `decimals` are the coin's. */
export function depositMessage(
  decimals: number,
  { amount, coin, chain, txid, block_hash, recovery }: DepositRow,
  own: OwnNetworks,
): AccountMessage {
  const isInternal = block_hash === internal;
  const arrived = `${formatDecimal(amount, decimals, { trim: true, grouped: true })} ${coin}`;
  return {
    kind: 'deposits',
    title: recovery === null ? arrival : recovered,
    paragraphs: {
      zh: [
        `数量：${arrived} · ${chainName(own, chain, 'zh')}`,
        isInternal ? '来自站内其他用户。' : `交易哈希：${txid}`,
      ],
      en: [
        `Amount: ${arrived} · ${chainName(own, chain, 'en')}`,
        isInternal ? 'From another customer.' : `Transaction: ${txid}`,
      ],
    },
  };
}
