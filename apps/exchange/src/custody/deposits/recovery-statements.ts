import type { RecoveryAnswer, RecoveryArrival } from '@fft/console-contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../room.ts';

export type RecoveryRow = Selectable<Tables['deposit_recoveries']>;

/** What the MAC of custody's answer covers: with another answer in the table, two operators would agree to what was never seen. */
export function statementOfAnswer({ id, chain, txid, answer }: Pick<RecoveryRow, 'id' | 'chain' | 'txid' | 'answer'>) {
  return ['recoveryAnswer', id, chain, txid, answer];
}

/** What the MAC of two operators' agreement covers. */
export function statementOfAgreement(row: Omit<RecoveryRow, 'agreed_mac'>) {
  const { id, chain, txid, answer, operators, agreed } = row;
  return ['recoveryAgreed', id, chain, txid, answer, operators, agreed];
}

/** What can be credited. */
export function recoverableIn({ arrivals }: Pick<RecoveryAnswer, 'arrivals'>): RecoveryArrival[] {
  return arrivals.filter(({ state }) => state === 'recoverable');
}

/** True if both would credit the same. */
export function isSameRecovery(one: RecoveryAnswer, other: RecoveryAnswer): boolean {
  return creditsOf(one) === creditsOf(other);
}

/** Fields in a fixed order: the database keeps none. */
function creditsOf(answer: RecoveryAnswer): string {
  const credits = recoverableIn(answer).map(({ position, customer, address, contract, coin, amount }) => {
    return [position, customer, address, contract, coin, amount];
  });
  return JSON.stringify(credits);
}
