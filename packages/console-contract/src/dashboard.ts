import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { readCall } from './operator-call.ts';

export const alarmKinds = [
  'projectionLag',
  'journalSlow',
  'journalFails',
  'booksDiffer',
  'auditAltered',
  'withdrawalAltered',
  'wrongCodes',
  'operatorsGuessed',
  'manyStops',
  'codesNotSent',
  'solvency',
  'chainStalled',
  'chainReorganised',
  'hotLow',
  'identityQueue',
  'withdrawalQueue',
  'bankBreak',
  'bankStatementLate',
  'partFailed',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** Text of each alarm, on the overview and in e-mails. */
export const alarmTexts: Readonly<Record<AlarmKind, Readonly<Record<'zh' | 'en', string>>>> = {
  projectionLag: { zh: '投影落后', en: 'The projection is behind' },
  journalSlow: { zh: '日志写入缓慢', en: 'The journal is slow' },
  journalFails: { zh: '日志无法写入', en: 'The journal cannot be written' },
  booksDiffer: { zh: '账目不符，交易已停止', en: 'The books differ; trading is halted' },
  auditAltered: { zh: '操作日志被篡改', en: 'The audit log was tampered with' },
  withdrawalAltered: { zh: '提现或审批记录被篡改', en: 'A withdrawal or an approval was tampered with' },
  wrongCodes: { zh: '错误验证码过多', en: 'Many wrong codes' },
  operatorsGuessed: { zh: '有人在猜测运营人员的动态验证码', en: "An operator's authenticator codes are being guessed" },
  manyStops: {
    zh: '有运营人员一小时内处置的用户达到上限',
    en: 'An operator has stopped as many customers as one may in an hour',
  },
  codesNotSent: { zh: '验证码无法发送', en: 'Codes cannot be sent' },
  solvency: { zh: '偿付缺口', en: 'Solvency gap' },
  chainStalled: { zh: '区块链停滞', en: 'A chain is stalled' },
  chainReorganised: { zh: '区块链深度重组', en: 'Deep chain reorganization' },
  hotLow: { zh: '热钱包余额不足', en: 'Hot wallet balance is low' },
  identityQueue: { zh: '身份审核积压', en: 'Identity review backlog' },
  bankStatementLate: { zh: '银行对账单迟迟未到', en: 'A bank statement is late' },
  bankBreak: { zh: '银行对账差异，付款已暂停', en: 'Bank and ledger differ; payments are stopped' },
  withdrawalQueue: { zh: '提现审核积压', en: 'Withdrawal review backlog' },
  partFailed: { zh: '系统模块出错', en: 'A component is failing' },
};

/** Key figures of one minute. Money in USDT. */
const sample = z.object({
  time: field.time(),
  volume: field.decimal(),
  fees: field.decimal(),
  customers: z.number(),
  sockets: z.number(),
  openOrders: z.number(),
  commitMs: z.number(),
  lagMs: z.number(),
});
export type DashboardSample = z.output<typeof sample>;

const alarm = z.object({
  id: z.number(),
  kind: z.enum(alarmKinds),
  since: field.time(),
  until: z.nullable(field.time()),
  detail: z.string(),
});
export type Alarm = z.output<typeof alarm>;

export const dashboardCalls = {
  read: readCall({
    name: 'dashboard',
    right: 'dashboard.see',
    summary: 'Returns the exchange’s figures now and over the last hours, the review queues, and the alarms.',
    input: () => z.object({ hours: z._default(field.integer(1, 720), 24) }),
    output: () =>
      z.object({
        mode: z.enum(['demo', 'production']),
        now: z.nullable(sample),
        samples: z.array(sample),
        /** Turnover of each period, oldest first. */
        turnover: z.array(z.object({ time: field.time(), usdt: field.decimal() })),
        queues: z.object({
          identity: z.number(),
          withdrawals: z.number(),
          approvals: z.number(),
          /** Bank entries that wait for a decision, payments that can leave with a batch, and days with an open difference. */
          bankEntries: z.number(),
          bankPayments: z.number(),
          bankBreaks: z.number(),
        }),
        alarms: z.array(alarm),
        /** The titles of all networks, known and described, by their codes. */
        networks: z.record(z.string(), z.object({ zh: z.string(), en: z.string() })),
        /** Address of the demo's sandbox bank; null where it doesn't run. */
        sandboxBank: z.nullable(z.string()),
      }),
  }),
};
