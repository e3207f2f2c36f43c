import { sql } from 'kysely';

/** A condition for `chain_payments`: payments of the exchange to itself at a deposit address, which are its sweeps and the gas for them. */
export const isOwnPaymentAt = (customer: number, address: string) =>
  sql<boolean>`(purpose = 'sweep' and key_index = ${customer} and branch = 0 or purpose = 'gas' and recipient = ${address})`;
