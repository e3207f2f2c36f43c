import type { Customer } from '../../transport/http/context.ts';

/** Looks up sessions by token. */
export interface LookUps {
  /**
   * Shares one query between concurrent callers, unless a session has ended since it began: it may have been this one.
   * @param endings number of sessions that have ended so far
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
