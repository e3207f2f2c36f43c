import type { Agreement } from '../authority/agreement.ts';

/** Who does an act: one operator, or two who agreed to it. */
export interface Acting {
  /** The one who does it now: the second of two. */
  readonly operator: string;
  readonly agreement?: Agreement | undefined;
}

/** The proposer's name for the audit log, where two agreed. */
export function proposerOf({ agreement }: Acting): { readonly proposer?: string } {
  return agreement === undefined ? {} : { proposer: agreement.first };
}
