import { calls } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { timesOf } from '../../ui/dates/index.ts';
import { saveText } from '../../lib/files/index.ts';
import { IconButton, toast } from '../../ui/kit/index.ts';
import { inOneSession, OtherSessionError } from '../../features/session/index.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { ExportSheet } from '../../features/exports/ExportSheet.tsx';
import { followExport } from '../../features/exports/follow-export.ts';
import type { Filter, StatementAccount } from './filter.ts';
import { nothingSaved, type Saved, saveParts } from './save-parts.ts';

export interface ExportButtonProps {
  readonly account: StatementAccount;
  readonly filter: Filter;
}

/** Longer than usual: the text explains the next step. */
const partToastMs = 5000;

/** An incomplete export: the next press continues it. */
interface Begun {
  readonly of: string;
  readonly saved: Saved;
}

function inputOf(account: StatementAccount, { coin, type, dates }: Filter) {
  return { account, ...(coin !== null && { coin }), ...(type !== null && { type }), ...timesOf(dates) };
}

const startOf = (account: StatementAccount, filter: Filter) =>
  callApi(calls.assets.startExport, inputOf(account, filter));

/** Exports the filtered lines, split into as many files as needed; as one file by the server where a part of them is archived. */
export function ExportButton({ account, filter }: ExportButtonProps) {
  const t = useTexts(statementTexts);
  const [busy, setBusy] = useState(false);

  const [begun, setBegun] = useState<Begun | null>(null);
  /** Of an export by the server; null while none is shown. */
  const [progress, setProgress] = useState<number | 'failed' | null>(null);
  const [following, setFollowing] = useState<AbortController | null>(null);

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const input = inputOf(account, filter);
    const of = JSON.stringify(input);
    let saved = begun?.of === of ? begun.saved : nothingSaved;
    try {
      const read = inOneSession((cursor: string | null) =>
        callApi(calls.assets.statementFile, { ...input, ...(cursor !== null && { cursor }) }),
      );
      const first = saved.cursor === null ? await read(null) : null;
      if (first?.isArchived) return await saveArchived();
      const lines = await saveParts(saved, {
        read: (cursor) => (cursor === null && first !== null ? Promise.resolve(first) : read(cursor)),
        save: ({ name, csv }) => saveText(name, csv, 'text/csv'),
        onSaved: (now) => (saved = now),
      });
      setBegun(null);
      toast(lines === 0 ? t.csvNone : t.csvDone(lines));
    } catch (error) {
      if (error instanceof OtherSessionError) return;
      // The customer has been notified of the reason.
      setBegun({ of, saved });
      if (saved.lines > 0) toast(t.csvIncomplete(saved.lines), { durationMs: partToastMs });
    } finally {
      setBusy(false);
    }
  }

  async function saveArchived(): Promise<void> {
    const begun = new AbortController();
    const { signal } = begun;
    setFollowing(begun);
    setProgress(0);
    const file = await followExport(() => startOf(account, filter), { signal, onProgress: setProgress }).catch(
      () => null,
    );
    if (signal.aborted) return;
    if (file === null) return setProgress('failed');
    if (file.lines > 0) saveText(file.name, file.csv, 'text/csv');
    toast(file.lines === 0 ? t.csvNone : t.csvDone(file.lines));
    leave();
  }

  function leave(): void {
    following?.abort();
    setProgress(null);
  }

  return (
    <>
      <IconButton icon="download" label={t.csv} aria-busy={busy || undefined} onClick={() => void save()} />
      {progress !== null && <ExportSheet progress={progress} onRetry={() => void saveArchived()} onClose={leave} />}
    </>
  );
}
