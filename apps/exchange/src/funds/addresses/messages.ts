import { writeInstant } from '@fft/contract';
import type { AccountMessage } from '../../content/index.ts';
import { chainName, type OwnNetworks } from '../../assets/networks.ts';
import type { SavedAddress } from './addresses.ts';

/** Message to a customer whose account has a new withdrawal address. */
export function addressSavedMessage(
  { coin, chain, name, address, usableFrom }: SavedAddress,
  own: OwnNetworks,
): AccountMessage {
  const utc = writeInstant(usableFrom);
  return {
    kind: 'security',
    byMail: true,
    title: { zh: '已添加提现地址', en: 'A withdrawal address was saved' },
    paragraphs: {
      zh: [
        `${name}：${coin} · ${chainName(own, chain, 'zh')}`,
        `地址：${address}`,
        `该地址自 ${utc} 起可用。`,
        '如果不是您本人，请立即删除该地址、修改密码并冻结账户。',
      ],
      en: [
        `${name}: ${coin} · ${chainName(own, chain, 'en')}`,
        `Address: ${address}`,
        `It can be used from ${utc}.`,
        "If this wasn't you, delete it immediately, change your passwords and freeze your account.",
      ],
    },
  };
}
