import * as z from 'zod/mini';
import { whole } from './fields.ts';
import { lazy } from './lazy.ts';

/**
 * `resendAfter` is the number of seconds until another code can be requested. `flow` identifies this request: wrong codes sent with it are
 * counted separately from other callers' guesses for the same address.
 */
export const codeSent = lazy(() => z.object({ resendAfter: whole(), flow: z.string() }));
