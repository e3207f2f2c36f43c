import { up as schema } from './0100-schema.ts';
import { up as endedSessions } from './0101-ended-sessions.ts';
import { up as conversionsOfPlans } from './0102-conversions-of-plans.ts';
import { up as orderLabels } from './0103-order-labels.ts';
import type { Step } from '../migration-step.ts';

/**
 * Every migration by name, in the order of the names. The first one is the base: a database that has others without it is refused (`check-schema.ts`), and so are
 * all from before the base, whose migrations had lower numbers. Released migrations never change (`released.sha256`): to change a table, add the next file,
 * `0103-what-it-does.ts`, and list it here.
 */
export const migrations: Readonly<Record<string, Step>> = {
  '0100-schema': { up: schema },
  '0101-ended-sessions': { up: endedSessions },
  '0102-conversions-of-plans': { up: conversionsOfPlans },
  '0103-order-labels': { up: orderLabels },
};
