import { type Approval, consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useCall } from '../../api/index.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Callout, Loaded } from '../../ui/index.ts';
import { BatchItems } from './BatchItems.tsx';

/** What a proposal about bank money needs besides its lines: its payments, or what will follow. */
export function BankNotes({ approval: { act, input } }: { readonly approval: Approval }) {
  const t = useTexts(bankTexts);
  if (input === null) return null;
  switch (act) {
    case 'bankFile':
      return input.entries === input.known && <Callout>{t.nothingNew}</Callout>;
    case 'bankEntry':
      return <Callout>{t.decideText[input.act]}</Callout>;
    case 'bankBatch':
      return <Batch id={input.id} />;
    default:
      return null;
  }
}

function Batch({ id }: { readonly id: number }) {
  const batch = useCall(consoleCalls.banks.batch, { id });
  return <Loaded query={batch}>{({ coin, items }) => <BatchItems coin={coin} items={items} />}</Loaded>;
}
