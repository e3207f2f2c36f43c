import { useState } from 'react';

/** What is typed into a form's lines, and what the server found wrong with each. */
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
