import * as z from 'zod/mini';
import { lazy } from './lazy.ts';

/**
 * `resendAfter` is the number of seconds until another code can be requested. `flow` identifies this request: wrong codes sent with it are
 * counted separately from other callers' guesses for the same address.
 */
export const codeSent = lazy(() => z.object({ resendAfter: z.int(), flow: z.string() }));
