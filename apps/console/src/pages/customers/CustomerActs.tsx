import { consoleCalls, factors, type CustomerDetail } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Button, Dialog, Select, TextArea } from '../../ui/index.ts';
import { useMay } from '../../features/session/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import styles from './Customer.module.css';

type Asked = 'lock' | 'unlock' | 'endSessions' | 'reset';
type Factor = (typeof factors)[number];

/** Actions on a customer's account. Each is confirmed in a dialog; most require a reason. */
export function CustomerActs({ customer }: { readonly customer: CustomerDetail }) {
  const t = useTexts(customerTexts);
  const may = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { has, locked } = customer;
  const resettable = factors.filter((factor) => (factor === 'passkeys' ? has.passkeys > 0 : has[factor]));
  const offered: readonly (readonly [Asked, boolean])[] = [
    [locked ? 'unlock' : 'lock', may('customers.lock')],
    ['endSessions', may('customers.lock') && customer.sessions.length > 0],
    ['reset', may('customers.reset') && resettable.length > 0],
  ];
  const shown = offered.filter(([, isOffered]) => isOffered);
  if (shown.length === 0) return null;
  return (
    <div className={styles.acts}>
      {shown.map(([act]) => (
        <Button key={act} variant={act === 'lock' ? 'danger' : 'secondary'} onClick={() => setAsked(act)}>
          {t[act]}
        </Button>
      ))}
      {asked && (
        <Ask key={asked} asked={asked} customer={customer.id} resettable={resettable} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

interface AskProps {
  readonly asked: Asked;
  readonly customer: number;
  readonly resettable: readonly Factor[];
  readonly onClose: () => void;
}

function Ask({ asked, customer: id, resettable, onClose }: AskProps) {
  const t = useTexts(customerTexts);
  const [reason, setReason] = useState('');
  const [factor, setFactor] = useState<Factor>(resettable[0] ?? 'totp');
  const [cancels, setCancels] = useState<'yes' | 'no'>('yes');
  const after = { says: t.done, onDone: onClose };
  const { customers } = consoleCalls;
  const acts = {
    lock: useAct(customers.lock, after),
    unlock: useAct(customers.unlock, after),
    endSessions: useAct(customers.endsessions, after),
    reset: useAct(customers.reset, { says: t.proposed, onDone: onClose }),
  };
  const texts: Readonly<Record<Asked, string>> = {
    lock: t.lockText,
    unlock: t.unlockText,
    endSessions: t.endText,
    reset: t.resetText,
  };
  return (
    <Dialog
      title={t[asked]}
      onClose={onClose}
      confirm={{
        label: t[asked],
        busy: acts[asked].busy,
        variant: asked === 'unlock' ? 'primary' : 'danger',
        onPress: () => acts[asked].run({ id, reason, factor, cancel: cancels === 'yes' }),
      }}
    >
      <p>{texts[asked]}</p>
      {asked === 'lock' && (
        <Select
          label={t.onItsWay}
          value={cancels}
          onChange={setCancels}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t.cancels[value] }))}
        />
      )}
      {asked === 'reset' && (
        <Select
          label={t.factor}
          value={factor}
          onChange={setFactor}
          options={resettable.map((value) => ({ value, label: t[value] }))}
        />
      )}
      {asked !== 'endSessions' && (
        <TextArea
          label={t.reason}
          hint={t.reasonHint}
          value={reason}
          maxLength={2000}
          error={acts[asked].fields['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Dialog>
  );
}
