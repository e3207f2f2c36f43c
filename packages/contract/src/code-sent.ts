import * as z from 'zod/mini';
import { once } from './once.ts';

/**
 * `resendAfter`: seconds until another code may be asked for. `flow` names this request: who sends it along with the code is counted
 * apart from everybody else who guesses at the address.
 */
export const codeSent = once(() => z.object({ resendAfter: z.number(), flow: z.string() }));
