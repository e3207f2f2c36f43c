import type { Payer, Standing } from './payer.ts';
import type { Witness } from './witness.ts';

/** A payer whose payments end where two nodes say so: until then they aren't deep enough. */
export function witnessed(payer: Payer, witness: Witness, confirmations: number): Payer {
  const standing: Payer['standing'] = async (payment, attempts, height) => {
    const told: Standing = await payer.standing(payment, attempts, height);
    const isEnd = told.kind === 'displaced' || (told.kind === 'landed' && told.confirmations >= confirmations);
    if (!isEnd || (await witness.agrees(payment, attempts, { standing: told, height }))) return told;
    return told.kind === 'landed' ? { ...told, confirmations: confirmations - 1 } : { kind: 'waiting' };
  };
  return {
    prepare: (order) => payer.prepare(order),
    sign: (payment, alongside) => payer.sign(payment, alongside),
    send: (attempt) => payer.send(attempt),
    slotsOf: (payment, attempt) => payer.slotsOf(payment, attempt),
    pursue: (payment, attempts) => payer.pursue(payment, attempts),
    forget: (payment) => payer.forget(payment),
    standing,
  };
}
