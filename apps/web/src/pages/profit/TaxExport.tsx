import { calls } from '@fft/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { followExport } from '../../features/exports/follow-export.ts';
import { saveText } from '../../lib/files/index.ts';
import { Button, Choice, IconButton, Sheet, toast } from '../../ui/kit/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './TaxExport.module.css';
import { timesOfYear, yearsBefore } from './tax-years.ts';

const startOf = (year: string) => callApi(calls.profit.startExport, timesOfYear(year));

/** Exports the lots that left in a year, or ever, as a file that the server makes. */
export function TaxExport() {
  const t = useTexts(profitTexts);
  const [open, setOpen] = useState(false);
  const [year, setYear] = useState('all');
  const [years] = useState(() => yearsBefore(new Date()));
  /** Null while none is made. */
  const [progress, setProgress] = useState<number | null>(null);
  const [following, setFollowing] = useState<AbortController | null>(null);
  useEffect(() => () => following?.abort(), [following]);

  async function save(): Promise<void> {
    if (progress !== null) return;
    const begun = new AbortController();
    const { signal } = begun;
    setFollowing(begun);
    setProgress(0);
    const file = await followExport(() => startOf(year), { signal, onProgress: setProgress }).catch(() => null);
    if (signal.aborted) return;
    setProgress(null);
    if (file === null) {
      toast(t.taxFailed);
      return;
    }
    if (file.lines > 0) saveText(file.name, file.csv, 'text/csv');
    toast(file.lines === 0 ? t.taxNone : t.taxDone(file.lines));
    setOpen(false);
  }

  /** The server goes on: the same choice continues it. */
  function leave(): void {
    following?.abort();
    setProgress(null);
    setOpen(false);
  }

  return (
    <>
      <IconButton icon="download" label={t.taxFile} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={leave} title={t.taxFile} description={t.taxText}>
        <Choice
          label={t.taxYear}
          className={styles.year}
          value={year}
          onChange={setYear}
          options={[{ value: 'all', label: t.allYears }, ...years.map((each) => ({ value: each, label: each }))]}
        />
        {progress === null ? (
          <Button wide onClick={() => void save()}>
            {t.taxExport}
          </Button>
        ) : (
          <progress className={styles.bar} max={100} value={progress} aria-label={t.progress} />
        )}
      </Sheet>
    </>
  );
}
