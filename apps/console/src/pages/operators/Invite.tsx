import { consoleCalls, roles, type Role } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Dialog, Field, Callout, Select } from '../../ui/index.ts';
import { operatorTexts } from '../../i18n/operators.ts';
import { shellTexts } from '../../i18n/shell.ts';

/** Proposes a new operator. */
export function Invite({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(operatorTexts);
  const names = useTexts(shellTexts).roles;
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('support');
  const create = useAct(consoleCalls.operators.create, { successMessage: t.proposed, onDone: onClose });
  return (
    <Dialog
      title={t.invite}
      onClose={onClose}
      confirm={{ label: t.invite, busy: create.busy, onPress: () => create.run({ name, role, email }) }}
    >
      <Callout tone="warn">{t.inviteText}</Callout>
      <Field
        label={t.name}
        hint={t.nameHint}
        value={name}
        error={create.fields['name']}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={t.email}
        hint={t.emailHint}
        value={email}
        error={create.fields['email']}
        type="email"
        autoComplete="off"
        maxLength={254}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Select
        label={t.role}
        value={role}
        onChange={setRole}
        options={roles.map((value) => ({ value, label: names[value] }))}
      />
    </Dialog>
  );
}
