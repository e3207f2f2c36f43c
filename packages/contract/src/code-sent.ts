import * as z from 'zod/mini';
import { once } from './once.ts';

/** Seconds until another code may be asked for. */
export const codeSent = once(() => z.object({ resendAfter: z.number() }));
