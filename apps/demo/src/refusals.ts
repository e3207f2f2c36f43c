import { refusalsOf } from '../../exchange/src/refusals/refuse.ts';

/** Refusals of the demo's faucet. */
export const { refusals, refuse } = refusalsOf({
  faucetLimit: {
    kind: 'amountOutOfRange',
    zh: '今日可领额度剩余 {left} USDT',
    en: 'Only {left} USDT is left for today',
  },
  noPrice: { kind: 'notFound', zh: '该币种暂无价格', en: 'This coin has no price yet' },
});
