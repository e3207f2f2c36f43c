import { calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import { route, type Api } from '../transport/http/route.ts';
import type { Uploads } from '../pictures/index.ts';
import { createSubmitPapers } from './submit-papers.ts';
import type { Identities } from './identities.ts';

export interface IdentityCallsOptions {
  readonly db: Kysely<Tables>;
  readonly identities: Identities;
  readonly uploads: Pick<Uploads, 'claim'>;
}

/** Binds the calls of identity verification. */
export function bindIdentityCalls(api: Api, options: IdentityCallsOptions): void {
  const { identities } = options;
  route(api, calls.identity.read, (_input, { customer, lang }) => identities.info(customer.id, lang));
  route(api, calls.identity.submit, createSubmitPapers(options));
}
