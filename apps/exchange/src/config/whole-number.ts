import * as z from 'zod';

/** A setting's whole number in words that say what it may be. */
export const wholeNumber = (least: number, most: number, standard: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`)
    .default(standard);
