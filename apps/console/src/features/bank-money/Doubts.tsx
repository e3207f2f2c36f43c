import type { BankEntryLine } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { bankTexts } from '../../i18n/banks.ts';
import { Tag } from '../../ui/index.ts';

/** Reasons why an entry waits for an operator. */
export function Doubts({ doubts }: Pick<BankEntryLine, 'doubts'>) {
  const t = useTexts(bankTexts);
  return (
    <>
      {doubts.map((doubt) => (
        <span key={doubt}>
          <Tag tone={doubt === 'altered' ? 'danger' : 'warn'}>{t.doubts[doubt]}</Tag>{' '}
        </span>
      ))}
    </>
  );
}
