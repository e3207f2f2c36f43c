import { Link, useTexts } from '@fft/kit';
import { useMay } from '../session/index.ts';
import { actTexts } from '../../i18n/acts.ts';
import { customerIn, wordsOfTarget } from './target.ts';

/** What an act was done to; a customer can be gone to by who may. */
export function Target({ of }: { readonly of: string }) {
  const t = useTexts(actTexts);
  const may = useMay();
  const customer = customerIn(of);
  const words = wordsOfTarget(of, t);
  return customer !== null && may('customers.see') ? <Link to={`/customers?id=${customer}`}>{words}</Link> : words;
}

/** An act in a word; the log's own name for one that has none. */
export function useActWord(): (act: string) => string {
  const acts: Readonly<Record<string, string>> = useTexts(actTexts).acts;
  return (act) => acts[act] ?? act;
}
