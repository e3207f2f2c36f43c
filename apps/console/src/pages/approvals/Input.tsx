import type { Approval } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useNetworkTitle } from '../../api/index.ts';
import { BankProposal, isBankAct } from '../../features/bank-money/index.ts';
import { DetailList } from '../../ui/index.ts';
import { approvalTexts } from '../../i18n/approvals.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { tokenTexts } from '../../i18n/tokens.ts';

/** Engine units and row numbers, meaningless to a reader. */
const hiddenFields = ['asset', 'units', 'check', 'recovery'];

/** The details of a proposal. */
export function Input({ approval: { act, input } }: { readonly approval: Approval }) {
  return isBankAct(act) ? <BankProposal act={act} input={input} /> : <Fields input={input} />;
}

function Fields({ input }: Pick<Approval, 'input'>) {
  const t = useTexts(approvalTexts);
  const roles = useTexts(shellTexts).roles;
  const words: Readonly<Record<string, string>> = { ...t.values, ...roles };
  const found: Readonly<Record<string, string>> = useTexts(tokenTexts).found;
  const foundIn = (finding: string): string => found[finding] ?? finding;
  const titleOf = useNetworkTitle();
  const names: Readonly<Record<string, string>> = t.fields;
  const details = Object.entries(input)
    .filter(([name, value]) => !hiddenFields.includes(name) && value !== null)
    .map(([name, value]) => {
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
      const isWord = ['kind', 'account', 'change', 'role', 'from', 'signer'].includes(name);
      if (name === 'findings') return [names[name] ?? name, text.split(', ').map(foundIn).join(', ')] as const;
      if (name === 'chain') return [names[name] ?? name, titleOf(text)] as const;
      return [names[name] ?? name, isWord ? (words[text] ?? text) : text] as const;
    });
  return <DetailList items={details} />;
}
