import { useNavigate } from 'react-router';
import { Button } from '../kit/index.ts';
import { accountTexts } from '../texts/account.ts';
import { useTexts } from '../texts/index.ts';

/** The two ways in, for who isn't logged in. */
export function ComeIn({ onLeave }: { readonly onLeave?: () => void }) {
  const t = useTexts(accountTexts);
  const navigate = useNavigate();

  function goTo(path: string): void {
    onLeave?.();
    void navigate(path);
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
