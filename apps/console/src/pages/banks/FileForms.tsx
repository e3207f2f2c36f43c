import { consoleCalls, fileEncodings, mt940Dialects } from '@fft/console-contract';
import { RefusedError } from '@fft/client';
import type { CallOutput } from '@fft/contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { callApi, completeList } from '../../api/index.ts';
import { bankFileTexts } from '../../i18n/bank-files.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { uiTexts } from '../../i18n/ui.ts';
import { Callout, DataTable, Field, FieldRow, Select } from '../../ui/index.ts';
import { readStatement } from './read-statement.ts';

type Read = CallOutput<typeof consoleCalls.banks.readSample>;

/** How a bank writes its files. */
export interface FileForm {
  readonly dialect: (typeof mt940Dialects)[number];
  readonly encoding: (typeof fileEncodings)[number];
}

export interface FileFormsProps {
  readonly value: FileForm;
  readonly onChange: (value: FileForm) => void;
}

/** Dialect and encoding of an account's files, with a sample that shows what its entries would say. */
export function FileForms({ value, onChange }: FileFormsProps) {
  const t = useTexts(bankFileTexts);
  const banks = useTexts(bankTexts);
  const ui = useTexts(uiTexts);
  const [sample, setSample] = useState<string | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function show(text: string, dialect?: FileForm['dialect']): Promise<void> {
    setProblem(null);
    try {
      const shown = await callApi(consoleCalls.banks.readSample, { text, ...(dialect !== undefined && { dialect }) });
      setRead(shown);
      setSample(text);
      onChange({ ...value, dialect: shown.dialect });
    } catch (error) {
      setRead(null);
      setProblem(error instanceof RefusedError ? error.message : ui.network);
    }
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    const opened = await readStatement(file, value.encoding);
    if (typeof opened === 'string') setProblem(banks[opened]);
    else await show(opened.text);
  }

  return (
    <>
      <FieldRow>
        <Select
          label={t.dialect}
          value={value.dialect}
          onChange={(dialect) => {
            onChange({ ...value, dialect });
            if (sample !== null) void show(sample, dialect);
          }}
          options={mt940Dialects.map((each) => ({ value: each, label: t.dialects[each] }))}
        />
        <Select
          label={t.encoding}
          value={value.encoding}
          onChange={(encoding) => onChange({ ...value, encoding })}
          options={fileEncodings.map((each) => ({ value: each, label: each.toUpperCase() }))}
        />
      </FieldRow>
      <Callout>{t.dialectHint}</Callout>
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
      {read !== null && <SampleEntries read={read} />}
    </>
  );
}

function SampleEntries({ read: { recognised, entries } }: { readonly read: Read }) {
  const t = useTexts(bankFileTexts);
  const banks = useTexts(bankTexts);
  return (
    <>
      <Callout>{t.recognised(t.dialects[recognised])}</Callout>
      <DataTable
        label={t.sampleEntries}
        list={completeList(entries)}
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
          { key: 'text', label: banks.text, render: ({ text, endToEnd }) => `${endToEnd ?? ''} ${text}`.trim() },
        ]}
      />
    </>
  );
}
