import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** The checklist for newcomers. Its own area: the home page loads it after its first paint, for newcomers only. */
export const firstStepsCalls = {
  read: defineCall({
    method: 'GET',
    path: '/api/home/first_steps.html',
    auth: 'required',
    keyRight: 'never',
    weight: 3,
    summary: 'Returns which first steps I have done, for the checklist of the home page.',
    input: () => z.object({}),
    output: () =>
      z.object({
        /** True once all steps are done, or I closed the list; it stays so. */
        closed: z.boolean(),
        /** True if an authenticator app or a passkey is set up. */
        secured: z.boolean(),
        /** True if the account has, or had, coins. */
        funded: z.boolean(),
        /** True if an order was placed. */
        traded: z.boolean(),
      }),
  }),
  close: defineCall({
    method: 'POST',
    path: '/api/home/first_steps_close.html',
    auth: 'required',
    keyRight: 'never',
    summary: 'Closes the checklist of first steps for good.',
    input: () => z.object({}),
    output: () => z.null(),
  }),
};
