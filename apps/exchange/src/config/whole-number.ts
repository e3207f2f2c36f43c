import * as z from 'zod';

/** A setting with a whole number; its error names the range. */
export const wholeNumber = (min: number, max: number, standard: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
    .default(standard);
