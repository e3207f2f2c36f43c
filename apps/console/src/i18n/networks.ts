import { defineTexts } from './texts.ts';

/** What operators pause of networks. */
export const networkTexts = defineTexts({
  zh: {
    title: '网络充提',
    intro:
      '暂停立即对所有用户生效。暂停充值：不再显示地址，已转入的币在恢复后入账。暂停提现：拒绝新申请，已批准的提现等待签名。',
    none: '没有跟踪区块链',
    network: '网络',
    coin: '币种',
    all: '全部币种',
    directions: { deposits: '充值', withdrawals: '提现' },
    open: '正常',
    paused: '已暂停',
    withNetwork: '随网络暂停',
    pause: '暂停',
    resume: '恢复',
    pauseOf: (direction: string, what: string): string => `暂停 ${what} ${direction}`,
    resumeOf: (direction: string, what: string): string => `恢复 ${what} ${direction}`,
    pauseText: (direction: string, what: string): string => `${what} 的${direction}将立即对所有用户暂停。`,
    resumeText: (direction: string, what: string): string => `${what} 的${direction}将立即恢复，等待中的会继续处理。`,
    wasPaused: '已暂停',
    wasResumed: '已恢复',
  },
  en: {
    title: 'Networks',
    intro:
      'A pause counts at once, for all customers. Paused deposits: no address is shown, and what arrives is credited once they resume. Paused withdrawals: new ones are refused, and approved ones wait unsigned.',
    none: 'No chains are tracked',
    network: 'Network',
    coin: 'Coin',
    all: 'All coins',
    directions: { deposits: 'Deposits', withdrawals: 'Withdrawals' },
    open: 'Open',
    paused: 'Paused',
    withNetwork: 'Paused with its network',
    pause: 'Pause',
    resume: 'Resume',
    pauseOf: (direction: string, what: string): string => `${direction} of ${what}: pause`,
    resumeOf: (direction: string, what: string): string => `${direction} of ${what}: resume`,
    pauseText: (direction: string, what: string): string => `${direction} of ${what} stop at once, for all customers.`,
    resumeText: (direction: string, what: string): string =>
      `${direction} of ${what} resume at once, and what waited goes on.`,
    wasPaused: 'Paused',
    wasResumed: 'Resumed',
  },
});
