import { setTimeout as delay } from 'node:timers/promises';

/** Looks up sessions by token, or API keys by id. */
export interface LookUps<T> {
  /**
   * Shares one query between concurrent callers, unless a session or key has ended since it began: it may have been this one.
   * @param endings number of sessions or keys that have ended so far
   */
  of(id: string, endings: number): Promise<T>;
}

/** A look-up that takes longer counts as unanswered. */
const answersWithinMs = 500;

export function shareLookUps<T>(lookUp: (id: string) => Promise<T>): LookUps<T> {
  const underWay = new Map<string, { readonly endings: number; readonly found: Promise<T> }>();
  return {
    of: (id, endings) => {
      const known = underWay.get(id);
      if (known?.endings === endings) return known.found;
      const found = lookUp(id).finally(() => {
        if (underWay.get(id) === begun) underWay.delete(id);
      });
      const begun = { endings, found };
      underWay.set(id, begun);
      return found;
    },
  };
}

/** @throws if there is no answer in time, or none at all */
export async function answerInTime<T>(answer: Promise<T>): Promise<T> {
  const waited = new AbortController();
  const silence = delay(answersWithinMs, undefined, { signal: waited.signal }).then(() => {
    throw new Error('the database does not answer');
  });
  return Promise.race([answer, silence]).finally(() => waited.abort());
}
