import { consoleCalls, type Notice } from '@fft/console-contract';
import { toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Dialog, Field, FieldRow, Select } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import { Article, noWords, type Words } from './Article.tsx';
import { parseInputValue, toInputValue } from './date-time-input.ts';

export interface NoticeFormProps {
  /** null for a new notice. */
  readonly notice: Notice | null;
  readonly onClose: () => void;
}

/** Creates or edits a notice. */
export function NoticeForm({ notice, onClose }: NoticeFormProps) {
  const t = useTexts(contentTexts);
  const [words, setWords] = useState<Words>(notice ?? noWords);
  const [kind, setKind] = useState<Notice['kind']>(notice?.kind ?? 'notice');
  const [from, setFrom] = useState(toInputValue(notice?.time));
  const save = useAct(consoleCalls.content.saveNotice, {
    onDone: ({ approval }) => {
      toast(approval === null ? t.saved : t.proposed);
      onClose();
    },
  });
  const { titleZh, titleEn, textZh, textEn } = words;
  const time = parseInputValue(from);
  return (
    <Dialog
      title={notice ? t.editNotice : t.newNotice}
      onClose={onClose}
      wide
      confirm={{
        label: notice ? t.save : t.publish,
        busy: save.busy,
        onPress: () =>
          save.run({
            ...(notice && { id: notice.id }),
            kind,
            ...(time !== undefined && { time }),
            titleZh,
            titleEn,
            textZh,
            textEn,
          }),
      }}
    >
      <FieldRow>
        <Select
          label={t.kind}
          value={kind}
          onChange={setKind}
          options={(['notice', 'system'] as const).map((value) => ({ value, label: t.kinds[value] }))}
        />
        <Field
          label={t.time}
          hint={t.timeHint}
          type="datetime-local"
          value={from}
          error={save.fields['time']}
          onChange={(event) => setFrom(event.target.value)}
        />
      </FieldRow>
      <Article words={words} onChange={setWords} errors={save.fields} />
    </Dialog>
  );
}
