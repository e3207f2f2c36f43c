import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { tabStorage } from '../../api/session/tab-storage.ts';

/** State that survives a reload: stored under `name` from its first change on. `begin` gets the stored value, or null. */
export function usePersistedState<Value>(
  name: string,
  begin: (kept: Value | null) => Value,
): readonly [Value, Dispatch<SetStateAction<Value>>] {
  const [kept] = useState(() => tabStorage<Value>(name));
  const [begun] = useState(() => begin(kept.read()));
  const [value, setValue] = useState<Value>(begun);
  useEffect(() => {
    if (value !== begun) kept.keep(value);
  }, [kept, begun, value]);
  return [value, setValue];
}
