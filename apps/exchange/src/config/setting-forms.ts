import * as z from 'zod';

/** A setting with a URL. */
export const address = (protocols: RegExp, example: string) =>
  z
    .url({ protocol: protocols, error: `must be a URL like ${example}` })
    .nullable()
    .default(null);

/** A setting in JSON. */
export const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('must be JSON');
    return z.NEVER;
  }
});
