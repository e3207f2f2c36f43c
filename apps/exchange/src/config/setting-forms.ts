import * as z from 'zod';

/** Of a setting that says where something is. */
export const address = (protocols: RegExp, example: string) =>
  z
    .url({ protocol: protocols, error: `must be an address like ${example}` })
    .nullable()
    .default(null);

/** Of a setting in JSON. */
export const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('must be JSON');
    return z.NEVER;
  }
});
