import { createStore } from '@fft/kit';

/** A response that concerns the whole app and not only the page that made the call. `app/ReactionHost` handles it. */
export type Reaction =
  | 'accountLocked'
  | 'emailNotBound'
  | 'identityNotVerified'
  | 'payPasswordNotSet'
  | 'sessionInvalid';

/** The reaction to show, one at a time; null when there is none. */
export const pendingReaction = createStore<Reaction | null>(null);

/** `data` of the last `accountLocked`. */
export const lockData = createStore<unknown>(null);

export const dismissReaction = (): void => pendingReaction.set(null);
