import { defineTexts } from './texts.ts';

/** What the wallets that hold reserves sign. */
export const reserveTexts = defineTexts({
  zh: {
    title: '储备签名',
    intro: (day: string): string =>
      `持有资产的钱包对 ${day} 公布的总额签名，任何人都可在“负债证明”页面验证。热钱包自动签名；冷钱包请由保管人离线签名后，在此提交。`,
    none: '尚未公布总额，或没有跟踪区块链',
    wallet: '钱包',
    places: { hot: '热钱包', cold: '冷钱包' },
    address: '地址',
    state: '签名',
    signed: '已签名',
    notSigned: '未签名',
    sign: '提交签名',
    signTitle: (chain: string): string => `${chain} 冷钱包的签名`,
    signText:
      '请复制整段文本，不要换行，用冷钱包的“签名消息”功能签名。支持 EIP-191、BIP-322、BIP-137 与 Solana 的消息签名；多签与合约钱包暂不支持。',
    text: '待签名的文本',
    signature: '签名',
    published: '签名已公布',
  },
  en: {
    title: 'Signatures of reserves',
    intro: (day: string): string =>
      `The wallets that hold reserves sign the totals of ${day}, and everybody can check that on the proof page. Hot wallets sign by themselves. Have a cold wallet’s keepers sign offline, and submit their signature here.`,
    none: 'No totals are published, or no chains are tracked',
    wallet: 'Wallet',
    places: { hot: 'Hot wallet', cold: 'Cold wallet' },
    address: 'Address',
    state: 'Signature',
    signed: 'Signed',
    notSigned: 'Not signed',
    sign: 'Submit a signature',
    signTitle: (chain: string): string => `Signature of the ${chain} cold wallet`,
    signText:
      'Copy the whole text in one line, and sign it as a message with the cold wallet. EIP-191, BIP-322, BIP-137, and Solana’s messages are understood; wallets of several keys or contracts aren’t yet.',
    text: 'Text to sign',
    signature: 'Signature',
    published: 'The signature is published',
  },
});
