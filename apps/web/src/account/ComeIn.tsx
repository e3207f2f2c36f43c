import { Button } from '../kit/index.ts';
import { navigate } from '../routing/index.ts';
import { accountTexts } from '../texts/account.ts';
import { useTexts } from '../texts/index.ts';

/** The two ways in, for who isn't logged in. */
export function ComeIn({ onLeave }: { readonly onLeave?: () => void }) {
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
