import { numberToHex } from 'viem';
import * as z from 'zod';

const blocks = 20;
/** Of a block's gas, the part in percent whose tip isn't higher than the one that counts. */
const percentile = 30;

/** What a node is asked: the tip at the percentile in each of the newest blocks. */
export const feeHistoryQuestion = {
  method: 'eth_feeHistory',
  params: [numberToHex(blocks), 'latest', [percentile]] as [`0x${string}`, 'latest', number[]],
} as const;

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
/** Blocks with their tips, oldest first. Some nodes know fees, but no tips. */
const historyForm = z.object({ reward: z.array(z.tuple([quantity])).nullish() }).nullable();

/**
 * The median of the tips of those blocks that paid any: an empty block proves nothing, nor does one with the network's own transactions alone. Null if none did.
 * @throws if the answer isn't a history of fees
 */
export function recentTip(answer: unknown): bigint | null {
  const history = historyForm.safeParse(answer);
  if (!history.success)
    throw new Error(
      `the node's answer to eth_feeHistory is no history of fees: ${JSON.stringify(answer)}`.slice(0, 300),
    );
  const tips = (history.data?.reward ?? []).slice(-blocks).flatMap(([tip]) => (tip > 0n ? [tip] : []));
  const sorted = tips.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
