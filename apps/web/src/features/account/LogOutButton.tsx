import { calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { Button, toast } from '../../ui/kit/index.ts';
import { session } from '../session/index.ts';
import { accountTexts } from './account-texts.ts';
import { textsNow, useTexts } from '../../i18n/index.ts';

/** Ends this session; on this device even if the server doesn't respond. */
export function LogOutButton({ onDone }: { readonly onDone?: () => void }) {
  const t = useTexts(accountTexts);

  function leave(): void {
    // The token goes along with the call before it is forgotten.
    void callApi(calls.auth.logout, {}, { quiet: true }).catch(() => undefined);
    session.close();
    onDone?.();
    toast(textsNow(accountTexts).loggedOut);
  }

  return (
    <Button variant="secondary" icon="logout" wide onClick={leave}>
      {t.logOut}
    </Button>
  );
}
