/** What the whole app has to do after an answer, beyond the page that asked. One at a time; `shell/ReactionHost` does it. */
export type Reaction =
  | 'accountLocked'
  | 'emailNotBound'
  | 'identityNotVerified'
  | 'payPasswordNotSet'
  | 'sessionInvalid';

let current: Reaction | null = null;
const listeners = new Set<() => void>();

function publish(next: Reaction | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export const reactions = {
  current: (): Reaction | null => current,
  ask: publish,
  done: (): void => publish(null),
  onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
