import { consoleCalls, rightsOf, roles, type Operator } from '@fft/console-contract';
import { formatMinute, toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay } from '../../api/index.ts';
import { Button, Dialog, DetailList, Field, Monogram, Panel, Select, Tag } from '../../ui/index.ts';
import { operatorTexts } from '../../i18n/operators.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { OperatorState } from './OperatorState.tsx';
import styles from './Operators.module.css';

type Action = 'setRole' | 'setEmail' | 'resend' | 'reset' | 'disable';

export interface OperatorPanelProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

/** One operator: role, permissions and available actions. */
export function OperatorPanel({ operator, onClose }: OperatorPanelProps) {
  const t = useTexts(operatorTexts);
  const names = useTexts(shellTexts).roles;
  const may = useMay();
  const [action, setAction] = useState<Action | null>(null);
  const { name, role, email, created, lastLogin, linkUntil } = operator;
  const acts = actionsOn(operator);
  return (
    <Panel
      label={t.detail}
      mark={<Monogram of={name} />}
      title={
        <>
          {name}
          <OperatorState operator={operator} />
        </>
      }
      line={names[role]}
      onClose={onClose}
      foot={
        may('operators.change') && (
          <div className={styles.acts}>
            {acts.map((act) => (
              <Button key={act} variant={act === 'disable' ? 'danger' : 'secondary'} onClick={() => setAction(act)}>
                {t[act]}
              </Button>
            ))}
          </div>
        )
      }
    >
      <DetailList
        items={[
          [t.role, names[role]],
          [t.email, email ?? t.noEmail],
          linkUntil === null ? null : [t.linkUntil, formatMinute(linkUntil)],
          [t.created, formatMinute(created)],
          [t.lastLogin, lastLogin === null ? t.never : formatMinute(lastLogin)],
        ]}
      />
      <h3 className={styles.heading}>{t.may}</h3>
      <p className={styles.rights}>
        {rightsOf(role).map((right) => (
          <Tag key={right}>{t.rights[right]}</Tag>
        ))}
      </p>
      {action && <ActionDialog key={action} action={action} operator={operator} onClose={() => setAction(null)} />}
    </Panel>
  );
}

/** Actions available in the operator's current state. */
function actionsOn({ disabled, enrolled, email }: Operator): readonly Action[] {
  const links: readonly Action[] = email === null ? [] : enrolled || disabled ? ['reset'] : ['resend'];
  return disabled ? ['setEmail', ...links] : ['setRole', 'setEmail', ...links, 'disable'];
}

function ActionDialog({
  action,
  operator: { id, name, role: now },
  onClose,
}: OperatorPanelProps & { readonly action: Action }) {
  const t = useTexts(operatorTexts);
  const names = useTexts(shellTexts).roles;
  const others = roles.filter((one) => one !== now);
  const [role, setRole] = useState(others[0] ?? now);
  const [email, setEmail] = useState('');
  const { operators } = consoleCalls;
  const acts = {
    setEmail: useAct(operators.setEmail, { successMessage: t.proposed, onDone: onClose }),
    resend: useAct(operators.resendLink, {
      onDone: ({ mailed }) => {
        toast(mailed ? t.resent : t.notMailed);
        onClose();
      },
    }),
    setRole: useAct(operators.setRole, { successMessage: t.proposed, onDone: onClose }),
    reset: useAct(operators.reset, { successMessage: t.proposed, onDone: onClose }),
    disable: useAct(operators.disable, {
      onDone: (proposed) => {
        toast(proposed === null ? t.disabled : t.proposed);
        onClose();
      },
    }),
  };
  const send: Readonly<Record<Action, () => void>> = {
    setEmail: () => acts.setEmail.run({ id, email }),
    resend: () => acts.resend.run({ id }),
    setRole: () => acts.setRole.run({ id, role }),
    reset: () => acts.reset.run({ id }),
    disable: () => acts.disable.run({ id }),
  };
  const texts: Readonly<Record<Action, string>> = {
    setRole: t.setRoleText,
    setEmail: t.setEmailText,
    resend: t.resendText,
    reset: t.resetText,
    disable: t.disableText,
  };
  return (
    <Dialog
      title={`${t[action]} · ${name}`}
      onClose={onClose}
      confirm={{
        label: t[action],
        busy: acts[action].busy,
        variant: action === 'disable' ? 'danger' : 'primary',
        onPress: send[action],
      }}
    >
      <p>{texts[action]}</p>
      {action === 'setEmail' && (
        <Field
          label={t.email}
          value={email}
          error={acts.setEmail.fields['email']}
          type="email"
          autoComplete="off"
          maxLength={254}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
      {action === 'setRole' && (
        <Select
          label={t.role}
          value={role}
          onChange={setRole}
          options={others.map((value) => ({ value, label: names[value] }))}
        />
      )}
    </Dialog>
  );
}
