import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals about markets' terms, rates and alerts. */
export const { refusals, refuse } = refusalsOf({
  unknownAlert: { kind: 'notFound', zh: '提醒不存在', en: 'No such alert' },
  tooManyAlerts: {
    kind: 'conflict',
    zh: '最多可设 {max} 个提醒',
    en: 'You have the maximum of {max} alerts. Delete one first',
  },
  assetListed: { kind: 'conflict', zh: '该币种已存在', en: 'This asset is listed already' },
  marketListed: { kind: 'conflict', zh: '该交易对已存在', en: 'This market already exists' },
  rateOfCoin: { kind: 'badRequest', zh: '只能设置各国法币的汇率', en: 'Only fiat currencies have a rate' },
  rateMalformed: {
    kind: 'badRequest',
    zh: '汇率须大于 0，且最多 12 位小数',
    en: 'A rate is above 0 and has at most 12 decimals',
  },
  rateNeeded: { kind: 'conflict', zh: '该汇率不可删除', en: 'This rate can’t be removed' },
});
