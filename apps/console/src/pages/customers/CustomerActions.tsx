import {
  consoleCalls,
  factors,
  lockKinds,
  lockRules,
  type CustomerDetail,
  type LockKind,
  type Right,
} from '@fft/console-contract';
import { toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay } from '../../api/index.ts';
import { Button, Dialog, Select, TextArea } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import styles from './Customer.module.css';

type Action = 'lock' | 'unlock' | 'endSessions' | 'reset';
type Factor = (typeof factors)[number];

/** Actions on a customer's account. Each is confirmed in a dialog; most require a reason. */
export function CustomerActions({ customer }: { readonly customer: CustomerDetail }) {
  const t = useTexts(customerTexts);
  const may = useMay();
  const [action, setAction] = useState<Action | null>(null);
  const { has, locked } = customer;
  const resettable = factors.filter((factor) => (factor === 'passkeys' ? has.passkeys > 0 : has[factor]));
  const available: readonly (readonly [Action, boolean])[] = [
    [
      locked ? 'unlock' : 'lock',
      may(locked ? unlockRight(customer) : 'customers.lock') && customer.lockProposer === null,
    ],
    ['endSessions', may('customers.lock') && customer.sessions.length > 0],
    ['reset', may('customers.reset') && resettable.length > 0],
  ];
  const shown = available.filter(([, isAvailable]) => isAvailable);
  if (shown.length === 0) return null;
  return (
    <div className={styles.acts}>
      {shown.map(([act]) => (
        <Button key={act} variant={act === 'lock' ? 'danger' : 'secondary'} onClick={() => setAction(act)}>
          {t[act]}
        </Button>
      ))}
      {action && (
        <ActionDialog
          key={action}
          action={action}
          customer={customer}
          resettable={resettable}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  );
}

function unlockRight({ lockedBy, lock }: CustomerDetail): Right {
  return lockedBy === 'operator' ? lockRules[lock?.kind ?? 'compliance'].right : 'customers.lock';
}

/** Locks of compliance and courts take two; of the exchange's own accounts too, which only the server knows. */
function isLiftedAlone({ lockedBy, lock }: CustomerDetail): boolean {
  return lockedBy !== 'operator' || (lock?.kind != null && lockRules[lock.kind].isLiftedAlone);
}

interface ActionDialogProps {
  readonly action: Action;
  readonly customer: CustomerDetail;
  readonly resettable: readonly Factor[];
  readonly onClose: () => void;
}

function ActionDialog({ action, customer, resettable, onClose }: ActionDialogProps) {
  const t = useTexts(customerTexts);
  const may = useMay();
  const { id } = customer;
  const who = customer.name ?? customer.email ?? customer.nickname;
  const [reason, setReason] = useState('');
  const [factor, setFactor] = useState<Factor>(resettable[0] ?? 'totp');
  const kinds = lockKinds.filter((one) => may(lockRules[one].right));
  const [kind, setKind] = useState<LockKind>(kinds[0] ?? 'security');
  const [cancels, setCancels] = useState<'yes' | 'no'>('no');
  const after = { successMessage: t.done, onDone: onClose };
  const whenDone = (isDone: boolean): void => {
    toast(isDone ? t.done : t.proposed);
    onClose();
  };
  const { customers } = consoleCalls;
  const acts = {
    lock: useAct(customers.lock, { onDone: ({ locked }) => whenDone(locked) }),
    unlock: useAct(customers.unlock, { onDone: ({ locked }) => whenDone(!locked) }),
    endSessions: useAct(customers.endSessions, after),
    reset: useAct(customers.reset, { successMessage: t.proposed, onDone: onClose }),
  };
  const send: Readonly<Record<Action, () => void>> = {
    lock: () => acts.lock.run({ id, reason, kind, cancel: cancels === 'yes' }),
    unlock: () => acts.unlock.run({ id, reason }),
    endSessions: () => acts.endSessions.run({ id }),
    reset: () => acts.reset.run({ id, reason, factor }),
  };
  const texts: Readonly<Record<Action, string>> = {
    lock: t.lockText,
    unlock: isLiftedAlone(customer) ? t.unlockText : t.unlockTwoText,
    endSessions: t.endText,
    reset: t.resetText,
  };
  return (
    <Dialog
      title={[t[action], who, id].filter((part) => part !== null).join(' · ')}
      onClose={onClose}
      confirm={{
        label: t[action],
        busy: acts[action].busy,
        variant: action === 'unlock' ? 'primary' : 'danger',
        onPress: send[action],
      }}
    >
      <p>{texts[action]}</p>
      {action === 'lock' && (
        <Select
          label={t.lockKind}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: t.lockKinds[value] }))}
        />
      )}
      {action === 'lock' && <p>{t.lockRules[kind]}</p>}
      {action === 'lock' && !lockRules[kind].cancels && (
        <Select
          label={t.onItsWay}
          value={cancels}
          onChange={setCancels}
          options={(['no', 'yes'] as const).map((value) => ({ value, label: t.cancels[value] }))}
        />
      )}
      {action === 'reset' && (
        <Select
          label={t.factor}
          value={factor}
          onChange={setFactor}
          options={resettable.map((value) => ({ value, label: t[value] }))}
        />
      )}
      {action !== 'endSessions' && (
        <TextArea
          label={t.reason}
          hint={t.reasonHint}
          value={reason}
          maxLength={2000}
          error={acts[action].fields['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Dialog>
  );
}
