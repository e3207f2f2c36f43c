import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals about tokens that operators list. */
export const { refusals, refuse } = refusalsOf({
  tokenNetwork: { kind: 'notFound', zh: '该网络未接入', en: 'This network isn’t followed' },
  tokenChecking: { kind: 'conflict', zh: '该合约正在检查中', en: 'This contract is being checked already' },
  tokenUnchecked: {
    kind: 'conflict',
    zh: '没有一天以内的检查结果，请重新检查该合约',
    en: 'There is no result of the last day: check the contract again',
  },
  tokenCheckAltered: {
    kind: 'conflict',
    zh: '检查结果在数据库中被篡改，请重新检查该合约',
    en: 'The result was altered in the database: check the contract again',
  },
  tokenRefused: {
    kind: 'conflict',
    zh: '该代币未通过检查，不能上线',
    en: 'This token failed its check and can’t be listed',
  },
  tokenDecimals: {
    kind: 'conflict',
    zh: '该资产的小数位不能多于代币的小数位',
    en: 'The asset has more decimals than the token, or others than coins of this name have',
  },
  tokenAtSigner: {
    kind: 'conflict',
    zh: '签名服务的设置中该合约对应另一币种或小数位',
    en: 'The signer’s settings have this contract as another coin or with other decimals',
  },
  tokenListed: {
    kind: 'conflict',
    zh: '该币种或合约已在此网络上线',
    en: 'This coin or contract is listed on this network already',
  },
  tokenAmounts: {
    kind: 'badRequest',
    zh: '须满足：手续费 < 最小提现额 ≤ 最大提现额，且最小充值额大于 0',
    en: 'The fee must be below the smallest withdrawal, the smallest at most the largest, and the smallest deposit above 0',
  },
});
