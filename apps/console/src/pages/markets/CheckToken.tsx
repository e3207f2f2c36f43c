import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useNetworkTitle } from '../../api/index.ts';
import { Callout, Dialog, Field, Select, useFields } from '../../ui/index.ts';
import { tokenTexts } from '../../i18n/tokens.ts';

/** Has a contract checked by custody. */
export function CheckToken({
  networks,
  onClose,
}: {
  readonly networks: readonly string[];
  readonly onClose: () => void;
}) {
  const t = useTexts(tokenTexts);
  const titleOf = useNetworkTitle();
  const [chosen, setChosen] = useState<string | null>(null);
  const check = useAct(consoleCalls.tokens.check, { successMessage: t.asked, onDone: onClose });
  const { values, field } = useFields({ contract: '' }, check.fields);
  const chain = chosen ?? networks[0] ?? '';
  return (
    <Dialog
      title={t.checkToken}
      onClose={onClose}
      confirm={{
        label: t.checkToken,
        busy: check.busy,
        onPress: () => check.run({ chain, contract: values.contract.trim() }),
      }}
    >
      <Callout tone="info">{t.checkText}</Callout>
      <Select
        label={t.network}
        value={chain}
        onChange={setChosen}
        options={networks.map((value) => ({ value, label: titleOf(value) }))}
      />
      <Field label={t.contract} {...field('contract')} autoCapitalize="none" spellCheck={false} />
    </Dialog>
  );
}
