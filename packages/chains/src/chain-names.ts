/** The chains that the code knows, as customers read them. */
export const chainNames = {
  BTC: { zh: '比特币 (BTC)', en: 'Bitcoin (BTC)' },
  ETH: { zh: '以太坊 (ERC20)', en: 'Ethereum (ERC20)' },
  SOL: { zh: '索拉纳 (SOL)', en: 'Solana (SOL)' },
  XRP: { zh: '瑞波账本 (XRP)', en: 'XRP Ledger (XRP)' },
  DOGE: { zh: '狗狗币 (DOGE)', en: 'Dogecoin (DOGE)' },
  LTC: { zh: '莱特币 (LTC)', en: 'Litecoin (LTC)' },
  BSC: { zh: '币安智能链 (BEP20)', en: 'BNB Smart Chain (BEP20)' },
  POLYGON: { zh: 'Polygon', en: 'Polygon' },
  BASE: { zh: 'Base', en: 'Base' },
  ARBITRUM: { zh: 'Arbitrum One', en: 'Arbitrum One' },
} as const satisfies Record<string, Readonly<Record<'zh' | 'en', string>>>;
