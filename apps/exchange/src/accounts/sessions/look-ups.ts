import type { Customer } from '../../transport/http/context.ts';

/** Looks sessions up by their tokens. */
export interface LookUps {
  /**
   * The same look for all who ask meanwhile, unless a session ended since it began: it may have been this one.
   * @param endings how many sessions have ended by now
   */
  of(token: string, endings: number): Promise<Customer | null>;
}

export function shareLookUps(lookUp: (token: string) => Promise<Customer | null>): LookUps {
  const underWay = new Map<string, { readonly endings: number; readonly customer: Promise<Customer | null> }>();
  return {
    of: (token, endings) => {
      const known = underWay.get(token);
      if (known?.endings === endings) return known.customer;
      const customer = lookUp(token).finally(() => {
        if (underWay.get(token) === begun) underWay.delete(token);
      });
      const begun = { endings, customer };
      underWay.set(token, begun);
      return customer;
    },
  };
}
