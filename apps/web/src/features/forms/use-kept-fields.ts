import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keptHere } from '../session/index.ts';

export interface KeptFields<V> {
  /** The name that they are kept by. */
  readonly as: string;
  /** Never a password or a code. */
  readonly fields: readonly (keyof V & string)[];
}

export interface FieldValues<V> {
  readonly values: V;
  readonly setValues: Dispatch<SetStateAction<V>>;
  /** What was kept was sent. */
  readonly forget: () => void;
}

/** The values of a form's fields, of which some outlive a reload. */
export function useKeptFields<V extends object>(initial: V, keeps?: KeptFields<V>): FieldValues<V> {
  const [kept] = useState(() => (keeps ? keptHere<Partial<V>>(`form:${keeps.as}`) : null));
  const [begun] = useState(() => ({ ...initial, ...kept?.read() }));
  const [values, setValues] = useState(begun);
  useEffect(() => {
    if (!kept || !keeps || values === begun) return;
    kept.keep(Object.fromEntries(keeps.fields.map((name) => [name, values[name]])) as Partial<V>);
    // oxlint-disable-next-line react/exhaustive-deps -- what is kept, and as what, is the same for as long as the form stands
  }, [values]);
  return { values, setValues, forget: () => kept?.forget() };
}
