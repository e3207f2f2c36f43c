/** An id for one payment: the same as long as the body is the same, so that asking again after a lost answer pays once. */
export interface RequestIds {
  readonly idFor: (body: string) => string;
  /** The payment was answered: the same body is another payment from now on. */
  readonly done: () => void;
}

export function createRequestIds(newId: () => string = () => `w-${crypto.randomUUID()}`): RequestIds {
  let last: { readonly body: string; readonly id: string } | null = null;
  return {
    idFor(body) {
      if (last?.body !== body) last = { body, id: newId() };
      return last.id;
    },
    done() {
      last = null;
    },
  };
}
