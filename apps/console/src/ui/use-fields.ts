import { useState } from 'react';

/** Holds a form's values and binds each field to its value and server error. */
export function useFields<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  errors: Readonly<Record<string, string>>,
) {
  const [values, setValues] = useState(initial);
  const set = (name: keyof Values & string, value: string): void => setValues({ ...values, [name]: value });
  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: { readonly target: { readonly value: string } }) => set(name, event.target.value),
  });
  return { values, field, set };
}
