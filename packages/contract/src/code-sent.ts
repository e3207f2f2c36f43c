import * as z from 'zod/mini';

/** Seconds until another code may be asked for. */
export const codeSent = z.object({ resendAfter: z.number() });
