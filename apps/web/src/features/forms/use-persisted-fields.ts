import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { tabStorage } from '../session/index.ts';

export interface PersistedFields<V> {
  /** The name under which the values are stored. */
  readonly as: string;
  /** Never a password or a code. */
  readonly fields: readonly (keyof V & string)[];
}

export interface FieldValues<V> {
  readonly values: V;
  readonly setValues: Dispatch<SetStateAction<V>>;
  /** Call this once the values were sent. */
  readonly forget: () => void;
}

/** The values of a form's fields, of which some survive a reload. */
export function usePersistedFields<V extends object>(initial: V, keeps?: PersistedFields<V>): FieldValues<V> {
  const [kept] = useState(() => (keeps ? tabStorage<Partial<V>>(`form:${keeps.as}`) : null));
  const [begun] = useState(() => ({ ...initial, ...kept?.read() }));
  const [values, setValues] = useState(begun);
  useEffect(() => {
    if (!kept || !keeps || values === begun) return;
    kept.keep(Object.fromEntries(keeps.fields.map((name) => [name, values[name]])) as Partial<V>);
    // oxlint-disable-next-line react/exhaustive-deps -- the fields and their name never change while the form is mounted
  }, [values]);
  return { values, setValues, forget: () => kept?.forget() };
}
