import * as z from 'zod/mini';
import { amount, change, defineAct, network, text, word, type ActValue } from './define-act.ts';

const plain = (value: string): ActValue => ({ kind: 'text', text: value });

/** Acts about markets and what they trade. */
export const marketActs = {
  rate: defineAct({
    right: 'markets.change',
    input: z.object({
      unit: z.string(),
      perUsdt: z.string(),
      /** The rate when it was proposed; absent without one. */
      before: z.optional(z.string()),
    }),
    lines: ({ unit, perUsdt, before }) => [
      text('coin', unit),
      before === undefined
        ? amount('rate', perUsdt, unit)
        : change('rate', plain(before), { kind: 'amount', amount: perUsdt, coin: unit }),
    ],
  }),
  token: defineAct({
    right: 'markets.change',
    input: z.object({
      check: z.number(),
      coin: z.string(),
      chain: z.string(),
      contract: z.string(),
      chainDecimals: z.number(),
      ledgerDecimals: z.number(),
      fee: z.string(),
      min: z.string(),
      max: z.string(),
      minDeposit: z.string(),
      /** As the contract tells them. */
      symbol: z.string(),
      name: z.string(),
      /** Separated by commas. */
      findings: z.string(),
      signer: z.enum(['atSigner', 'notAtSigner']),
    }),
    lines: (input) => [
      text('coin', input.coin),
      network(input.chain),
      text('contract', input.contract),
      text('symbol', input.symbol),
      text('name', input.name),
      ['findings', { kind: 'findings', findings: input.findings.split(', ').filter((one) => one !== '') }],
      word('signer', 'signer', input.signer),
      text('chainDecimals', input.chainDecimals),
      text('ledgerDecimals', input.ledgerDecimals),
      amount('fee', input.fee, input.coin),
      amount('min', input.min, input.coin),
      amount('max', input.max, input.coin),
      amount('minDeposit', input.minDeposit, input.coin),
    ],
  }),
};
