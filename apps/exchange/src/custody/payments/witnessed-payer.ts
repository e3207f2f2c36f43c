import type { Payer, PaymentProgress } from './payer.ts';
import type { Witness } from '../nodes/witness.ts';

/** A payer whose payments end only when two nodes agree; until then they do not count as deep enough. */
export function witnessed(payer: Payer, witness: Witness, confirmations: number): Payer {
  const progressOf: Payer['progressOf'] = async (payment, attempts, height) => {
    const progress: PaymentProgress = await payer.progressOf(payment, attempts, height);
    const isEnd =
      progress.kind === 'displaced' || (progress.kind === 'landed' && progress.confirmations >= confirmations);
    if (!isEnd || (await witness.agrees(payment, attempts, { ours: progress, height }))) return progress;
    return progress.kind === 'landed' ? { ...progress, confirmations: confirmations - 1 } : { kind: 'waiting' };
  };
  return {
    prepare: (order) => payer.prepare(order),
    sign: (payment, alongside) => payer.sign(payment, alongside),
    send: (attempt) => payer.send(attempt),
    slotsOf: (payment, attempt) => payer.slotsOf(payment, attempt),
    pursue: (payment, attempts) => payer.pursue(payment, attempts),
    replace: (payment, attempts) => payer.replace(payment, attempts),
    forget: (payment) => payer.forget(payment),
    progressOf,
    ...(payer.batches ? { batches: payer.batches } : {}),
  };
}
