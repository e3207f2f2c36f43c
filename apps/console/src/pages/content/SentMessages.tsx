import { consoleCalls, type SentMessage } from '@fft/console-contract';
import { formatAmount, formatMinute, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay, usePages } from '../../api/index.ts';
import { DataTable, Dialog, IconButton, Tag, type Tone } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import { customerTexts } from '../../i18n/customers.ts';
import { BothTitles } from './BothTitles.tsx';

const tones: Readonly<Record<SentMessage['state'], Tone>> = {
  planned: 'accent',
  sending: 'warn',
  done: 'good',
  cancelled: 'plain',
};

/** Inbox messages with their progress, newest first. */
export function SentMessages() {
  const t = useTexts(contentTexts);
  const may = useMay();
  const list = usePages(consoleCalls.content.messages, {}, { refetchIntervalMs: 3_000 });
  const [stopping, setStopping] = useState<SentMessage | null>(null);
  const cancel = useAct(consoleCalls.content.cancelMessage, {
    successMessage: t.stopped,
    onDone: () => setStopping(null),
  });
  return (
    <>
      <DataTable
        label={t.messages}
        list={list}
        keyOf={({ id }) => id}
        empty={t.noMessages}
        columns={[
          {
            key: 'title',
            label: t.title,
            render: ({ titleZh, titleEn }) => <BothTitles titleZh={titleZh} titleEn={titleEn} />,
            lead: true,
          },
          { key: 'to', label: t.audience, render: (message) => <To message={message} />, spare: 'below' },
          { key: 'due', label: t.sendAt, render: ({ due }) => formatMinute(due), end: true, spare: 'below' },
          { key: 'state', label: t.state, render: ({ state }) => <Tag tone={tones[state]}>{t.sending[state]}</Tag> },
          {
            key: 'sent',
            label: t.progress,
            render: ({ sent, recipients }) =>
              recipients === null ? '--' : `${formatAmount(String(sent))} / ${formatAmount(String(recipients))}`,
            end: true,
          },
          {
            key: 'acts',
            label: '',
            render: (message) =>
              may('content.change') &&
              (message.state === 'planned' || message.state === 'sending') && (
                <IconButton icon="close" label={t.stop} onClick={() => setStopping(message)} />
              ),
            end: true,
          },
        ]}
      />
      {stopping && (
        <Dialog
          title={t.stop}
          onClose={() => setStopping(null)}
          confirm={{
            label: t.stop,
            variant: 'danger',
            busy: cancel.busy,
            onPress: () => cancel.run({ id: stopping.id }),
          }}
        >
          <p>{t.stopText}</p>
        </Dialog>
      )}
    </>
  );
}

function To({ message: { listed, language, identity, tier } }: { readonly message: SentMessage }) {
  const t = useTexts(contentTexts);
  const { identities } = useTexts(customerTexts);
  if (listed !== null) return t.listed(listed);
  const filters = [
    ...(language === null ? [] : [t.languages[language]]),
    ...(identity === null ? [] : [identities[identity]]),
    ...(tier === null ? [] : [`${t.tier} ${tier}`]),
  ];
  return filters.length === 0 ? t.audiences.all : filters.join(' · ');
}
