import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keptHere } from './kept.ts';

/** State that outlives a reload: from its first change on it is kept by that name. `begin` is told what was kept, null where nothing was. */
export function useKept<Value>(
  name: string,
  begin: (kept: Value | null) => Value,
): readonly [Value, Dispatch<SetStateAction<Value>>] {
  const [kept] = useState(() => keptHere<Value>(name));
  const [begun] = useState(() => begin(kept.read()));
  const [value, setValue] = useState<Value>(begun);
  useEffect(() => {
    if (value !== begun) kept.keep(value);
  }, [kept, begun, value]);
  return [value, setValue];
}
