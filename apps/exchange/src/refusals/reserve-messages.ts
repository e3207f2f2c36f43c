/** Refusals about signatures of wallets that hold reserves. */
export const reserveMessages = {
  noColdWallet: { zh: '该网络没有冷钱包', en: 'This network has no cold wallet' },
  reservesOtherDay: {
    zh: '已公布新一天的总额，请签名新的文本',
    en: 'Newer totals are published: have the new text signed',
  },
  reservesOtherKey: {
    zh: '签名不是该冷钱包对这段文本的签名。请核对地址、整段文本与签名格式',
    en: 'This isn’t the cold wallet’s signature of this text. Check the address, the whole text and the form of the signature',
  },
} as const;
