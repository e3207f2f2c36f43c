import type { calls, CallOutput } from '@fft/contract';

export type DepositCoin = CallOutput<typeof calls.deposits.coins>[number];
