import { alarmKinds, alarmTexts, type AlarmKind } from '@fft/console-contract';
import { defineTexts } from './texts.ts';

/** The same words as in the alarm mails. */
function kindsIn(lang: 'zh' | 'en'): Readonly<Record<AlarmKind, string>> {
  return Object.fromEntries(alarmKinds.map((kind) => [kind, alarmTexts[kind][lang]])) as Record<AlarmKind, string>;
}

export const overviewTexts = defineTexts({
  zh: {
    range: '时间范围',
    hours: { '6': '6 小时', '24': '24 小时', '168': '7 天', '720': '30 天' },
    volume: '24 小时成交额 (USDT)',
    turnover: '成交额走势 (USDT)',
    fees: '手续费余额 (USDT)',
    customers: '用户数',
    sockets: '在线连接',
    openOrders: '挂单数',
    commit: '日志写入延迟',
    lag: '投影延迟',
    queues: '待处理',
    identity: '身份审核',
    withdrawals: '提现审核',
    approvals: '待复核',
    bankEntries: '银行待处理分录',
    bankPayments: '待付银行款项',
    bankBreaks: '银行对账差异',
    alarms: '警报',
    noAlarms: '没有警报',
    open: '进行中',
    over: '已解除',
    since: (time: string) => `${time} 起`,
    until: (from: string, to: string) => `${from} 至 ${to}`,
    noPoints: '每分钟记录一次，数据稍后显示',
    kinds: kindsIn('zh'),
  },
  en: {
    range: 'Time range',
    hours: { '6': '6 h', '24': '24 h', '168': '7 days', '720': '30 days' },
    volume: '24h volume (USDT)',
    turnover: 'Traded volume (USDT)',
    fees: 'Fee balance (USDT)',
    customers: 'Customers',
    sockets: 'Connections',
    openOrders: 'Open orders',
    commit: 'Journal commit latency',
    lag: 'Projection lag',
    queues: 'Pending',
    identity: 'Identity review',
    withdrawals: 'Withdrawals',
    approvals: 'Approvals',
    bankEntries: 'Bank entries to decide',
    bankPayments: 'Bank payments to make',
    bankBreaks: 'Bank days that differ',
    alarms: 'Alarms',
    noAlarms: 'No alarms',
    open: 'Open',
    over: 'Resolved',
    since: (time: string) => `since ${time}`,
    until: (from: string, to: string) => `${from} to ${to}`,
    noPoints: 'Sampled once a minute; data appears shortly',
    kinds: kindsIn('en'),
  },
});
