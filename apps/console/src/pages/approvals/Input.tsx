import { type ActValue, type Approval, bankProblemIn, linesOf, type WordSets } from '@fft/console-contract';
import { formatAmount, formatMinute, useLang, useTexts } from '@fft/kit';
import type { ReactNode } from 'react';
import { useNetworkTitle } from '../../api/index.ts';
import { AccountName, BankNotes } from '../../features/bank-money/index.ts';
import { Callout, DetailList } from '../../ui/index.ts';
import { approvalTexts } from '../../i18n/approvals.ts';
import { bankFileTexts } from '../../i18n/bank-files.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { operatorTexts } from '../../i18n/operators.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { tokenTexts } from '../../i18n/tokens.ts';

/** What a proposal says, as the contract's table of acts has it. */
export function Input({ approval }: { readonly approval: Approval }) {
  const t = useTexts(approvalTexts);
  const draw = useDraw(approval.names);
  const lines = linesOf(approval);
  if (lines === null) return <Callout tone="warn">{t.unreadable}</Callout>;
  return (
    <>
      <DetailList items={lines.map(([label, value]) => [t.labels[label], draw(value)])} />
      <BankNotes approval={approval} />
    </>
  );
}

/** Returns the function that draws each kind of value. */
function useDraw(names: Approval['names']): (value: ActValue) => ReactNode {
  const lang = useLang();
  const titleOf = useNetworkTitle();
  const findings: Readonly<Record<string, string>> = useTexts(tokenTexts).found;
  const words = useWords();
  const draw = (value: ActValue): ReactNode => {
    switch (value.kind) {
      case 'text':
        return value.text;
      case 'amount':
        return `${formatAmount(value.amount)} ${value.coin}`;
      case 'customer':
        return [String(value.id), names[value.id]].filter((part) => part !== undefined).join(' · ');
      case 'time':
        return formatMinute(value.time);
      case 'network':
        return titleOf(value.chain);
      case 'bankAccount':
        return <AccountName id={value.id} />;
      case 'bankProblem':
        return bankProblemIn(lang, value.problem);
      case 'findings':
        return value.findings.map((finding) => findings[finding] ?? finding).join(', ');
      case 'word':
        return (words[value.of] as Readonly<Record<string, string>>)[value.word];
      case 'change':
        return (
          <>
            {draw(value.from)} → <strong>{draw(value.to)}</strong>
          </>
        );
    }
  };
  return draw;
}

function useWords(): { readonly [Set in keyof WordSets]: Readonly<Record<WordSets[Set], string>> } {
  const { words } = useTexts(approvalTexts);
  const { roles } = useTexts(shellTexts);
  const { rights } = useTexts(operatorTexts);
  const { decide, kinds, yes, no } = useTexts(bankTexts);
  const { dialects } = useTexts(bankFileTexts);
  return {
    ...words,
    role: roles,
    right: rights,
    entryAct: decide,
    bankKind: kinds,
    dialect: dialects,
    yesNo: { yes, no },
  };
}
