import { consoleCalls, rightsOf, roles, type Operator } from '@fft/console-contract';
import { formatMinute, toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Button, Dialog, Facts, Field, Monogram, Panel, Select, Tag } from '../../ui/index.ts';
import { useMay } from '../../features/session/index.ts';
import { operatorTexts } from '../../i18n/operators.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { OperatorState } from './OperatorState.tsx';
import styles from './Operators.module.css';

type Asked = 'setRole' | 'setEmail' | 'resend' | 'reset' | 'disable';

export interface OperatorPanelProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

/** One operator: role, permissions and available actions. */
export function OperatorPanel({ operator, onClose }: OperatorPanelProps) {
  const t = useTexts(operatorTexts);
  const names = useTexts(shellTexts).roles;
  const may = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { name, role, email, created, lastLogin, linkUntil } = operator;
  const acts = actsOn(operator);
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
              <Button key={act} variant={act === 'disable' ? 'danger' : 'secondary'} onClick={() => setAsked(act)}>
                {t[act]}
              </Button>
            ))}
          </div>
        )
      }
    >
      <Facts
        of={[
          [t.role, names[role]],
          [t.email, email ?? t.noEmail],
          linkUntil === null ? null : [t.linkUntil, formatMinute(linkUntil)],
          [t.created, formatMinute(created)],
          [t.lastLogin, formatMinute(lastLogin)],
        ]}
      />
      <h3 className={styles.heading}>{t.may}</h3>
      <p className={styles.rights}>
        {rightsOf(role).map((right) => (
          <Tag key={right}>{t.rights[right]}</Tag>
        ))}
      </p>
      {asked && <Ask key={asked} asked={asked} operator={operator} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

/** Actions available in the operator's current state. */
function actsOn({ disabled, enrolled, email }: Operator): readonly Asked[] {
  const links: readonly Asked[] = email === null ? [] : enrolled || disabled ? ['reset'] : ['resend'];
  return disabled ? ['setEmail', ...links] : ['setRole', 'setEmail', ...links, 'disable'];
}

function Ask({ asked, operator: { id, role: now }, onClose }: OperatorPanelProps & { readonly asked: Asked }) {
  const t = useTexts(operatorTexts);
  const names = useTexts(shellTexts).roles;
  const others = roles.filter((one) => one !== now);
  const [role, setRole] = useState(others[0] ?? now);
  const [email, setEmail] = useState('');
  const { operators } = consoleCalls;
  const acts = {
    setEmail: useAct(operators.setemail, { says: t.proposed, onDone: onClose }),
    resend: useAct(operators.resend, {
      onDone: ({ mailed }) => {
        toast(mailed ? t.resent : t.notMailed);
        onClose();
      },
    }),
    setRole: useAct(operators.setrole, { says: t.proposed, onDone: onClose }),
    reset: useAct(operators.reset, { says: t.proposed, onDone: onClose }),
    disable: useAct(operators.disable, { says: t.disabled, onDone: onClose }),
  };
  const texts: Readonly<Record<Asked, string>> = {
    setRole: t.setRoleText,
    setEmail: t.setEmailText,
    resend: t.resendText,
    reset: t.resetText,
    disable: t.disableText,
  };
  return (
    <Dialog
      title={t[asked]}
      onClose={onClose}
      confirm={{
        label: t[asked],
        busy: acts[asked].busy,
        variant: asked === 'disable' ? 'danger' : 'primary',
        onPress: () => acts[asked].run({ id, role, email }),
      }}
    >
      <p>{texts[asked]}</p>
      {asked === 'setEmail' && (
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
      {asked === 'setRole' && (
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
