import type { CallParameters, FieldError, calls } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './room.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { Handler } from '../transport/http/route.ts';
import type { Uploads } from '../pictures/index.ts';
import type { Identities } from './identities.ts';
import { paperErrors } from './papers.ts';

type IdAuth = typeof calls.identity.submit;

export interface SubmitPapersOptions {
  readonly db: Kysely<Tables>;
  readonly identities: Identities;
  readonly uploads: Pick<Uploads, 'claim'>;
}

const photos = ['front', 'back', 'hand'] as const;

/** Submits documents unless a submission is under review or approved. Each photo must be the customer's own, and is used once. */
export function createSubmitPapers({ db, identities, uploads }: SubmitPapersOptions): Handler<IdAuth> {
  async function claimPhotos(transaction: Transaction<Tables>, customer: number, input: CallParameters<IdAuth>) {
    const errors: Record<string, FieldError> = {};
    for (const photo of photos) {
      const claimed = await uploads.claim(transaction, { customer, ids: [input[photo]], use: 'identity' });
      if (!claimed) errors[photo] = 'upload';
    }
    if (Object.keys(errors).length > 0) throw new FieldRefusal(errors);
  }

  return async (input, { customer, lang }) => {
    const errors = paperErrors(input);
    if (Object.keys(errors).length > 0) throw new FieldRefusal(errors);
    await db.transaction().execute(async (transaction) => {
      if (!(await identities.submit(transaction, { customer: customer.id, ...input }))) {
        throw refuse('identityNotOpen');
      }
      await claimPhotos(transaction, customer.id, input);
    });
    return identities.info(customer.id, lang);
  };
}
