import { Link, useTexts } from '@fft/kit';
import { useMay } from '../../api/index.ts';
import { actTexts } from '../../i18n/acts.ts';
import { customerIn, wordsOfTarget } from './target.ts';

/** The target of an audit entry or proposal, linked if it is a customer that the operator may view. */
export function Target({ of }: { readonly of: string }) {
  const t = useTexts(actTexts);
  const may = useMay();
  const customer = customerIn(of);
  const words = wordsOfTarget(of, t);
  return customer !== null && may('customers.see') ? <Link to={`/customers?id=${customer}`}>{words}</Link> : words;
}

/** Returns a function that names an action; one without a text keeps its raw name. */
export function useActWord(): (act: string) => string {
  const acts: Readonly<Record<string, string>> = useTexts(actTexts).acts;
  return (act) => acts[act] ?? act;
}
