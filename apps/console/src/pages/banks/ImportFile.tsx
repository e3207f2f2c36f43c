import { consoleCalls, type HouseBankAccount } from '@fft/console-contract';
import type { CallOutput } from '@fft/contract';
import { RefusedError } from '@fft/client';
import { useTexts } from '@fft/kit';
import { useRef, useState } from 'react';
import { callApi, useAct } from '../../api/index.ts';
import { nameOf } from '../../features/bank-money/index.ts';
import { bankFileTexts } from '../../i18n/bank-files.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { uiTexts } from '../../i18n/ui.ts';
import { Callout, Dialog, Empty, Field, Select } from '../../ui/index.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { isAnswer, lineOf, readStatement } from './read-statement.ts';
import styles from './Banks.module.css';

type Preview = CallOutput<typeof consoleCalls.banks.importFile>;

interface Checked {
  readonly name: string;
  readonly text: string;
  readonly preview: Preview;
}

interface Problem {
  readonly message: string;
  /** The line that is wrong, as the file has it. */
  readonly line?: { readonly number: number; readonly text: string };
}

export interface ImportFileProps {
  readonly accounts: readonly HouseBankAccount[];
  readonly onClose: () => void;
}

/** Imports a statement: first the file, then what it would do, then the proposal. A wrong file is shown with its line. */
export function ImportFile({ accounts, onClose }: ImportFileProps) {
  const t = useTexts(bankTexts);
  const files = useTexts(bankFileTexts);
  const ui = useTexts(uiTexts);
  const listed = accounts.filter((account) => account.listed && account.genuine);
  const [account, setAccount] = useState(String(listed[0]?.id ?? ''));
  const chosen = listed.find(({ id }) => String(id) === account);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const propose = useAct(consoleCalls.banks.importFile, { successMessage: t.proposed, onDone: onClose });

  const answer = useAct(consoleCalls.banks.takeAnswer, {
    successMessage: files.answerTaken,
    onDone: onClose,
  });

  async function check(): Promise<void> {
    const file = input.current?.files?.[0];
    if (!file) {
      setProblem({ message: t.needFile });
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const read = await readStatement(file, chosen?.encoding ?? 'utf-8');
      if (typeof read === 'string') setProblem({ message: t[read] });
      else if (isAnswer(read.text)) answer.run({ text: read.text });
      else await dryRun(file.name, read.text);
    } finally {
      setBusy(false);
    }
  }

  async function dryRun(name: string, text: string): Promise<void> {
    try {
      const preview = await callApi(consoleCalls.banks.importFile, { account, name, text, dryRun: true });
      setChecked({ name, text, preview });
    } catch (error) {
      if (!(error instanceof RefusedError)) return setProblem({ message: ui.network });
      const line = lineIn(error.data);
      setProblem({
        message: Object.values(error.fields)[0] ?? error.message,
        ...(line !== null && { line: { number: line, text: lineOf(text, line) } }),
      });
    }
  }

  if (listed.length === 0)
    return (
      <Dialog title={t.import} onClose={onClose}>
        <Empty>{t.noAccounts}</Empty>
      </Dialog>
    );
  if (checked)
    return (
      <Dialog
        wide
        title={`${t.wouldDo} · ${checked.name}`}
        onClose={() => setChecked(null)}
        closeLabel={t.back}
        confirm={{
          label: t.propose,
          busy: propose.busy,
          disabled: checked.preview.entries === 0,
          onPress: () => propose.run({ account, name: checked.name, text: checked.text }),
        }}
      >
        <ImportPreview preview={checked.preview} coin={chosen?.coin ?? ''} />
        <Callout tone="warn">{t.second}</Callout>
      </Dialog>
    );
  return (
    <Dialog
      title={t.import}
      onClose={onClose}
      confirm={{ label: t.check, busy: busy || answer.busy, onPress: () => void check() }}
    >
      <Select
        label={t.account}
        value={account}
        onChange={setAccount}
        options={listed.map((each) => ({ value: String(each.id), label: nameOf(each) }))}
      />
      <Field
        ref={input}
        type="file"
        label={t.chooseFile}
        hint={t.fileHint}
        accept=".xml,.sta,.mt940,.txt,.csv,text/*,application/xml"
        onChange={() => setProblem(null)}
      />
      {problem && (
        <div role="alert">
          <Callout tone="danger">
            <p>{problem.message}</p>
            {problem.line && (
              <>
                {problem.line.text !== '' && (
                  <pre className={styles.wrong}>
                    {t.wrongLine(problem.line.number)}: {problem.line.text}
                  </pre>
                )}
                <p>{t.refusedWhole}</p>
              </>
            )}
          </Callout>
        </div>
      )}
    </Dialog>
  );
}

function lineIn(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('line' in data)) return null;
  return typeof data.line === 'number' && data.line > 0 ? data.line : null;
}
