import { Button } from '../../ui/kit/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { accountTexts } from './account-texts.ts';
import { useTexts } from '../../i18n/index.ts';

/** Register and log-in buttons for guests. */
export function SignInPrompt({ onLeave }: { readonly onLeave?: () => void }) {
  const t = useTexts(accountTexts);

  function goTo(path: string): void {
    onLeave?.();
    navigate(path);
  }

  return (
    <>
      <Button variant="secondary" onClick={() => goTo('/pages/login/reg')}>
        {t.register}
      </Button>
      <Button onClick={() => goTo('/pages/login/login')}>{t.logIn}</Button>
    </>
  );
}
