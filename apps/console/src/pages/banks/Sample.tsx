import { consoleCalls, type mt940Dialects } from '@fft/console-contract';
import { RefusedError } from '@fft/client';
import type { CallOutput } from '@fft/contract';
import { useTexts } from '@fft/kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { callApi, completeList } from '../../api/index.ts';
import { bankFileTexts } from '../../i18n/bank-files.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { uiTexts } from '../../i18n/ui.ts';
import { Callout, DataTable, Field } from '../../ui/index.ts';
import { readStatement } from './read-statement.ts';

type Dialect = (typeof mt940Dialects)[number];
type Read = CallOutput<typeof consoleCalls.banks.readSample>;

export interface SampleProps {
  readonly dialect: Dialect;
  readonly encoding: Parameters<typeof readStatement>[1];
  /** A sample seems to be written in this one. */
  readonly onRecognised: (dialect: Dialect) => void;
}

/** A file of the bank that shows what its entries would say in the chosen dialect. */
export function Sample({ dialect, encoding, onRecognised }: SampleProps) {
  const t = useTexts(bankFileTexts);
  const banks = useTexts(bankTexts);
  const ui = useTexts(uiTexts);
  const [sample, setSample] = useState<string | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function show(text: string, as?: Dialect): Promise<Read | null> {
    setProblem(null);
    try {
      const shown = await callApi(consoleCalls.banks.readSample, { text, ...(as !== undefined && { dialect: as }) });
      setRead(shown);
      return shown;
    } catch (error) {
      setRead(null);
      setProblem(error instanceof RefusedError ? error.message : ui.network);
      return null;
    }
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    const opened = await readStatement(file, encoding);
    if (typeof opened === 'string') setProblem(banks[opened]);
    else {
      const shown = await show(opened.text);
      setSample(shown && opened.text);
      if (shown) onRecognised(shown.recognised);
    }
  }

  // The same sample, as another dialect reads it.
  const showAgain = useEffectEvent((as: Dialect) => {
    if (sample !== null && read?.dialect !== as) void show(sample, as);
  });
  useEffect(() => showAgain(dialect), [dialect]);
  return (
    <>
      <Field
        type="file"
        label={t.sample}
        hint={t.sampleHint}
        accept=".sta,.mt940,.swi,.txt,text/*"
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {problem !== null && (
        <div role="alert">
          <Callout tone="danger">{problem}</Callout>
        </div>
      )}
      {read !== null && (
        <>
          <Callout>{t.recognised(t.dialects[read.recognised])}</Callout>
          <DataTable
            label={t.sampleEntries}
            list={completeList(read.entries)}
            keyOf={({ line }) => line}
            empty={banks.noEntries}
            columns={[
              { key: 'line', label: banks.line, render: ({ line }) => line, tight: true },
              {
                key: 'amount',
                label: banks.amount,
                render: ({ direction, amount, isReturn }) =>
                  `${banks.direction[direction]} ${amount}${isReturn ? ` · ${t.isReturn}` : ''}`,
              },
              { key: 'sender', label: banks.sender, render: ({ name }) => name ?? banks.unknownSender },
              { key: 'text', label: banks.text, render: ({ text, endToEnd }) => [endToEnd, text].join(' ').trim() },
            ]}
          />
        </>
      )}
    </>
  );
}
