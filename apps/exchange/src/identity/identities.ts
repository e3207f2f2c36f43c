import { createHmac } from 'node:crypto';
import type { CallOutput, calls, Lang, User } from '@fft/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Tables } from './room.ts';
import { nameHashes } from './names.ts';
import type { Papers } from './papers.ts';
import { maskName, maskNumber } from './papers.ts';

export interface Submission extends Papers {
  readonly customer: number;
  readonly front: string;
  readonly back: string;
  readonly hand: string;
}

export type IdentityInfo = CallOutput<typeof calls.identity.read>;

/** Identity submissions of customers. The latest one counts. */
export interface Identities {
  /** False if one is under review or approved. */
  submit(transaction: Transaction<Tables>, submission: Submission): Promise<boolean>;
  state(customer: number, lang?: Lang): Promise<User['identity']>;
  info(customer: number, lang: Lang): Promise<IdentityInfo>;
}

export interface IdentitiesOptions {
  readonly db: Kysely<Tables>;
  readonly seal: FieldCipher;
  /** Key of the hashes of document numbers. */
  readonly secret: string;
  readonly now: () => number;
}

type Row = Selectable<Tables['identities']>;

export function createIdentities({ db, seal, secret, now }: IdentitiesOptions): Identities {
  const hashOf = ({ nationality, idType, idNumber }: Papers): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['identity', nationality, idType, idNumber.replace(/[ -]/g, '')]))
      .digest();

  async function last(customer: number): Promise<Row | undefined> {
    return db
      .selectFrom('identities')
      .selectAll()
      .where('customer', '=', customer)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  return {
    submit: async (transaction, submission) => {
      const { customer, nationality, idType, name, idNumber, front, back, hand } = submission;
      const labels = sealLabels(customer);
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('identities')
        .values({
          customer,
          state: 'pending',
          nationality,
          id_type: idType,
          sealed_name: seal.close(name, labels.name),
          sealed_number: seal.close(idNumber, labels.number),
          number_hash: hashOf(submission),
          name_hashes: nameHashes(secret, name),
          front,
          back,
          hand,
          submitted: now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    state: async (customer, lang = 'zh') => {
      const row = await last(customer);
      return row === undefined ? { state: 'none' } : stateOf(row, lang);
    },
    info: async (customer, lang) => {
      const row = await last(customer);
      if (row === undefined) return nothingYet;
      const { name, idNumber } = openPapers(seal, row) ?? { name: '', idNumber: '' };
      return {
        ...stateOf(row, lang),
        nationality: row.nationality,
        name: maskName(name),
        idType: row.id_type,
        idNumber: maskNumber(idNumber),
        submittedAt: row.submitted,
      };
    },
  };
}

const nothingYet: IdentityInfo = {
  state: 'none',
  nationality: null,
  name: null,
  idType: null,
  idNumber: null,
  submittedAt: null,
};

function stateOf(row: Row, lang: Lang): User['identity'] {
  const reason = lang === 'zh' ? row.reason_zh : row.reason_en;
  return reason === null ? { state: row.state } : { state: row.state, reason };
}

function sealLabels(customer: number): { name: string; number: string } {
  return { name: `identity:${customer}:name`, number: `identity:${customer}:number` };
}

/** The document details of a submission. */
export function openPapers(
  seal: FieldCipher,
  row: Pick<Row, 'customer' | 'sealed_name' | 'sealed_number'>,
): Pick<Papers, 'name' | 'idNumber'> | null {
  const labels = sealLabels(row.customer);
  try {
    return { name: seal.open(row.sealed_name, labels.name), idNumber: seal.open(row.sealed_number, labels.number) };
  } catch {
    return null;
  }
}
