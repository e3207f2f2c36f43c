import type * as z from 'zod/mini';
import { bankActs } from './bank-acts.ts';
import { contentActs } from './content-acts.ts';
import { customerActs } from './customer-acts.ts';
import type { ActDefinition, ActLine } from './define-act.ts';
import { marketActs } from './market-acts.ts';
import { moneyActs } from './money-acts.ts';
import { staffActs } from './staff-acts.ts';
import { termsActs } from './terms-acts.ts';

/** Every act that takes two operators: who may, what it carries, and what the second one reads. Nothing else says so. */
export const acts = {
  ...moneyActs,
  ...bankActs,
  ...customerActs,
  ...staffActs,
  ...marketActs,
  ...termsActs,
  ...contentActs,
};

export type Act = keyof typeof acts;
export type ActInput<A extends Act> = z.output<(typeof acts)[A]['input']>;
export const actNames = Object.keys(acts) as readonly Act[];

/** The definition of any act, whose input is then unknown. */
export function actOf(act: Act): ActDefinition {
  return acts[act];
}

/** What a proposal says, line by line; null if it is of an earlier release and can't be read. */
export function linesOf({ act, input }: { readonly act: Act; readonly input: unknown }): readonly ActLine[] | null {
  if (input === null) return null;
  return actOf(act)
    .lines(input)
    .filter((line) => line !== null);
}

export { entryActs, fileEncodings, mt940Dialects } from './bank-acts.ts';
export { marketStates } from './terms-acts.ts';
export { messageTarget } from './content-acts.ts';
export { factors } from './customer-acts.ts';
export { adjustments } from './money-acts.ts';
export type { OperatorChange } from './staff-acts.ts';
export { actLabels, type ActLabel, type ActLine, type ActValue, type WordSets } from './define-act.ts';
