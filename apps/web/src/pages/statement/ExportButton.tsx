import { calls } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { timesOf } from '../../dates/index.ts';
import { saveText } from '../../files/index.ts';
import { IconButton, toast } from '../../kit/index.ts';
import { statementTexts } from '../../texts/statement.ts';
import { useTexts } from '../../texts/index.ts';
import type { Filter } from './filter.ts';
import type { StatementAccount } from './StatementPage.tsx';

export interface ExportButtonProps {
  readonly account: StatementAccount;
  readonly filter: Filter;
}

/** The lines that the filter lets through as files, as many as it takes. */
export function ExportButton({ account, filter }: ExportButtonProps) {
  const t = useTexts(statementTexts);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const { coin, type, dates } = filter;
    const input = { account, ...(coin !== null && { coin }), ...(type !== null && { type }), ...timesOf(dates) };
    let lines = 0;
    let cursor: string | null = null;
    try {
      do {
        const part: Part = await callApi(calls.assets.statement, { ...input, ...(cursor !== null && { cursor }) });
        if (part.lines > 0) saveText(part.name, part.csv, 'text/csv');
        lines += part.lines;
        cursor = part.next;
      } while (cursor !== null);
      toast(lines === 0 ? t.csvNone : t.csvDone(lines));
    } catch {
      // The customer has been told.
    } finally {
      setBusy(false);
    }
  }

  return <IconButton icon="download" label={t.csv} aria-busy={busy || undefined} onClick={() => void save()} />;
}

interface Part {
  readonly name: string;
  readonly csv: string;
  readonly lines: number;
  readonly next: string | null;
}
