import { calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { route, type Api } from '../../transport/http/route.ts';

export interface FirstStepsOptions {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly steps: FirstSteps;
  readonly now: () => number;
}

/** Questions to other rooms: which steps a customer has taken. */
export interface FirstSteps {
  readonly isSecured: (customer: number) => Promise<boolean>;
  readonly isFunded: (customer: number) => boolean | Promise<boolean>;
  readonly hasOrdered: (customer: number) => Promise<boolean>;
}

/** Binds the calls of the home page's checklist for newcomers. Once all steps are done it is closed for good, so that a removed passkey doesn't bring it back. */
export function serveFirstSteps({ api, db, steps, now }: FirstStepsOptions): void {
  const close = async (customer: number): Promise<void> => {
    const row = db.insertInto('first_steps_closed').values({ customer, time: now() });
    await row.onConflict((conflict) => conflict.doNothing()).execute();
  };

  route(api, calls.firstSteps.read, async (_input, { customer: { id } }) => {
    const closed = db.selectFrom('first_steps_closed').select('time').where('customer', '=', id);
    if ((await closed.executeTakeFirst()) !== undefined)
      return { closed: true, secured: true, funded: true, traded: true };
    const [secured, funded, traded] = await Promise.all([
      steps.isSecured(id),
      steps.isFunded(id),
      steps.hasOrdered(id),
    ]);
    const isDone = secured && funded && traded;
    if (isDone) await close(id);
    return { closed: isDone, secured, funded, traded };
  });

  route(api, calls.firstSteps.close, async (_input, { customer }) => {
    await close(customer.id);
    return null;
  });
}
