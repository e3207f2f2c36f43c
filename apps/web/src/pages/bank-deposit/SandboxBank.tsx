import { config } from '../../brand.ts';
import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { Callout } from '../../ui/kit/index.ts';

/** Leads to the demo's bank, with the reference filled in. */
export function SandboxBank({ reference }: { readonly reference: string }) {
  const t = useTexts(bankDepositTexts);
  const fields = new URLSearchParams({ lang: useLang(), reference });
  return (
    <Callout
      tone="info"
      action={
        <a href={`${config.host}/demo/bank?${fields.toString()}`} target="_blank" rel="noreferrer">
          {t.sandbox}
        </a>
      }
    >
      {t.sandboxText}
    </Callout>
  );
}
