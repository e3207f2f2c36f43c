import { calls, type ApiKey, type CallOutput, type User } from '@fft/contract';
import { useState } from 'react';
import { queryClient, useCall } from '../../api/index.ts';
import { CallView } from '../../features/shell/index.ts';
import { Button, Sheet, toast, useLeaving } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { apiKeyTexts } from './api-keys-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { AddApiKey } from './AddApiKey.tsx';
import { ApiKeyList } from './ApiKeyList.tsx';
import { NewApiKey } from './NewApiKey.tsx';
import styles from './Rows.module.css';

type Created = CallOutput<typeof calls.keys.create>;

export interface ApiKeysSheetProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Lists, creates and revokes the customer's API keys. */
export function ApiKeysSheet({ user, onClose }: ApiKeysSheetProps) {
  const t = useTexts(apiKeyTexts);
  const { open, leave } = useLeaving(onClose);
  const [step, setStep] = useState<'list' | 'add' | Created>('list');
  const keys = useCall(calls.keys.list, {}, { quiet: true });

  function added(created: Created): void {
    show([created.key, ...(keys.data ?? [])], t.created);
    setStep(created);
  }

  return (
    <Sheet open={open} onClose={leave} title={t.title} description={step === 'list' ? t.about : undefined}>
      {step === 'add' ? (
        <AddApiKey user={user} onDone={added} />
      ) : step !== 'list' ? (
        <NewApiKey created={step} onDone={() => setStep('list')} />
      ) : (
        <>
          <CallView call={keys} skeleton={<RowsSkeleton groups={[2]} />}>
            {(list) => <ApiKeyList list={list} onRevoked={(left) => show(left, t.removed)} />}
          </CallView>
          <Button wide className={styles.after} icon="plus" onClick={() => setStep('add')}>
            {t.add}
          </Button>
        </>
      )}
    </Sheet>
  );
}

function show(list: readonly ApiKey[], said: string): void {
  queryClient.setQueriesData({ queryKey: [calls.keys.list.path] }, list);
  toast(said);
}
