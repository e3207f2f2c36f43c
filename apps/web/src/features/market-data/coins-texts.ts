import { defineTexts } from '../../i18n/texts.ts';

/** Profile of a coin: a short description and facts. Facts that don't apply are omitted. */
export interface CoinText {
  readonly name: string;
  readonly about: string;
  readonly since: string;
  readonly supply: string;
  readonly agreement: string;
  readonly speed: string;
}

export const coinTexts = defineTexts({
  zh: {
    about: '简介',
    labels: { since: '诞生', supply: '供应上限', agreement: '共识机制', speed: '出块时间' },
    market: '交易规则',
    rules: {
      tick: '最小价格变动',
      lot: '最小数量变动',
      least: '最小下单金额',
      fees: 'Maker / Taker 费率',
    },
    unknown: (coin: string): string => `暂时没有 ${coin} 的介绍。`,
    coins: {
      BTC: {
        name: '比特币 Bitcoin',
        about: '比特币是第一种加密货币。任何人都能在没有中介的情况下向他人转账，所有交易都记录在公开的区块链上。',
        since: '2009 年 1 月',
        supply: '2,100 万枚',
        agreement: '工作量证明（SHA-256）',
        speed: '约 10 分钟',
      },
      ETH: {
        name: '以太币 Ethereum',
        about: '以太坊是运行智能合约的公共网络，许多代币与应用建立在它上面。以太币用来支付网络上的计算费用。',
        since: '2015 年 7 月',
        supply: '没有上限',
        agreement: '权益证明',
        speed: '12 秒',
      },
      SOL: {
        name: 'Solana',
        about: 'Solana 是面向高吞吐量的智能合约网络，交易快、费用低。SOL 用来支付手续费和参与质押。',
        since: '2020 年 3 月',
        supply: '没有上限，增发逐年递减',
        agreement: '权益证明与历史证明',
        speed: '约 0.4 秒',
      },
      BNB: {
        name: '币安币 BNB',
        about: 'BNB 是 BNB 智能链的原生代币，用来支付该网络上的手续费。',
        since: '2017 年 7 月',
        supply: '2 亿枚，定期销毁',
        agreement: '权益权威证明',
        speed: '约 0.75 秒',
      },
      POL: {
        name: 'Polygon',
        about: 'Polygon 是与以太坊兼容的网络，手续费低。POL 取代了原来的 MATIC，用来支付手续费和参与质押。',
        since: '2024 年 9 月（MATIC：2019 年）',
        supply: '没有上限，每年增发约 2%',
        agreement: '权益证明',
        speed: '约 2 秒',
      },
      XRP: {
        name: '瑞波币 XRP',
        about: 'XRP 是 XRP Ledger 的原生货币，主要用于快速、低费用的跨境支付与结算。',
        since: '2012 年 6 月',
        supply: '1,000 亿枚',
        agreement: 'XRP Ledger 共识协议',
        speed: '3 至 5 秒',
      },
      DOGE: {
        name: '狗狗币 Dogecoin',
        about: '狗狗币源于网络玩笑，后来成为用于小额打赏和支付的加密货币。',
        since: '2013 年 12 月',
        supply: '没有上限，每年约增 50 亿枚',
        agreement: '工作量证明（Scrypt）',
        speed: '约 1 分钟',
      },
      LTC: {
        name: '莱特币 Litecoin',
        about: '莱特币由比特币的代码衍生而来，出块更快，用于日常支付。',
        since: '2011 年 10 月',
        supply: '8,400 万枚',
        agreement: '工作量证明（Scrypt）',
        speed: '约 2.5 分钟',
      },
      USDT: {
        name: '泰达币 Tether',
        about: 'USDT 是与美元挂钩的稳定币，由发行方以储备支持，在多条区块链上流通。',
        since: '2014 年',
        supply: '随储备增减',
        agreement: '取决于所在的区块链',
        speed: '取决于所在的区块链',
      },
      USDC: {
        name: 'USD Coin',
        about: 'USDC 是与美元挂钩的稳定币，由受监管的发行方以现金和短期美国国债支持，在多条区块链上流通。',
        since: '2018 年 9 月',
        supply: '随储备增减',
        agreement: '取决于所在的区块链',
        speed: '取决于所在的区块链',
      },
    },
  },
  en: {
    about: 'About',
    labels: { since: 'Since', supply: 'Supply limit', agreement: 'Consensus', speed: 'Block time' },
    market: 'Trading rules',
    rules: { tick: 'Price step', lot: 'Quantity step', least: 'Minimum order', fees: 'Maker / taker fee' },
    unknown: (coin: string): string => `There is no description of ${coin} yet.`,
    coins: {
      BTC: {
        name: 'Bitcoin',
        about:
          'Bitcoin is the first cryptocurrency. Anyone can pay anyone without an intermediary, and every transaction is recorded on a public blockchain.',
        since: 'January 2009',
        supply: '21 million',
        agreement: 'Proof of work (SHA-256)',
        speed: 'about 10 minutes',
      },
      ETH: {
        name: 'Ethereum',
        about:
          'Ethereum is a public network that runs smart contracts and hosts many tokens and applications. Ether pays for computation on the network.',
        since: 'July 2015',
        supply: 'none',
        agreement: 'Proof of stake',
        speed: '12 seconds',
      },
      SOL: {
        name: 'Solana',
        about:
          'Solana is a smart-contract network built for high throughput and low fees. SOL pays transaction fees and is used for staking.',
        since: 'March 2020',
        supply: 'none; inflation falls every year',
        agreement: 'Proof of stake with proof of history',
        speed: 'about 0.4 seconds',
      },
      BNB: {
        name: 'BNB',
        about: 'BNB is the native coin of BNB Smart Chain, where it pays transaction fees.',
        since: 'July 2017',
        supply: '200 million, part of which is burnt regularly',
        agreement: 'Proof of staked authority',
        speed: 'about 0.75 seconds',
      },
      POL: {
        name: 'Polygon',
        about:
          'Polygon is a low-fee network that runs Ethereum’s contracts. POL replaced MATIC; it pays transaction fees and is used for staking.',
        since: 'September 2024 (MATIC: 2019)',
        supply: 'none; about 2% more each year',
        agreement: 'Proof of stake',
        speed: 'about 2 seconds',
      },
      XRP: {
        name: 'XRP',
        about:
          'XRP is the native coin of the XRP Ledger, used for fast, low-cost cross-border payments and settlement.',
        since: 'June 2012',
        supply: '100 billion',
        agreement: 'XRP Ledger consensus',
        speed: '3 to 5 seconds',
      },
      DOGE: {
        name: 'Dogecoin',
        about: 'Dogecoin began as a joke and became a coin for tips and small payments.',
        since: 'December 2013',
        supply: 'none; about 5 billion more each year',
        agreement: 'Proof of work (Scrypt)',
        speed: 'about 1 minute',
      },
      LTC: {
        name: 'Litecoin',
        about: 'Litecoin derives from Bitcoin’s code, with faster blocks for everyday payments.',
        since: 'October 2011',
        supply: '84 million',
        agreement: 'Proof of work (Scrypt)',
        speed: 'about 2.5 minutes',
      },
      USDT: {
        name: 'Tether USD',
        about:
          'USDT is a stablecoin pegged to the US dollar, backed by its issuer’s reserves and issued on several blockchains.',
        since: '2014',
        supply: 'varies with the reserves',
        agreement: 'depends on the chain',
        speed: 'depends on the chain',
      },
      USDC: {
        name: 'USD Coin',
        about:
          'USDC is a stablecoin pegged to the US dollar and issued on several blockchains. A regulated issuer backs it with cash and short-dated US Treasury bonds.',
        since: 'September 2018',
        supply: 'varies with reserves',
        agreement: 'that of its blockchain',
        speed: 'that of its blockchain',
      },
    },
  },
});
