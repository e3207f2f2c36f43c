import { calls } from '@fft/contract';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../account/index.ts';
import { callApi } from '../../api/index.ts';
import { PhotoError, squarePhoto } from '../../files/index.ts';
import { Button, Sheet, toast, useLeaving } from '../../kit/index.ts';
import { refreshUser } from '../../session/index.ts';
import { accountTexts } from '../../texts/account.ts';
import { formTexts } from '../../texts/forms.ts';
import { useTexts } from '../../texts/index.ts';
import styles from './AvatarSheet.module.css';

interface Chosen {
  readonly photo: Blob;
  readonly url: string;
}

/** My picture: chosen, cut to a square, sent; or taken away. */
export function AvatarSheet({ has, onClose }: { readonly has: boolean; readonly onClose: () => void }) {
  const t = useTexts(accountTexts);
  const errors = useTexts(formTexts);
  const { open, leave } = useLeaving(onClose);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => () => (chosen === null ? undefined : URL.revokeObjectURL(chosen.url)), [chosen]);

  async function pick(file: File): Promise<void> {
    try {
      const photo = await squarePhoto(file);
      setChosen({ photo, url: URL.createObjectURL(photo) });
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      toast(errors.image);
    }
  }

  async function save(photo: Blob | null): Promise<void> {
    setBusy(true);
    try {
      const avatar = photo === null ? '' : (await callApi(calls.upload.image, { file: photo })).id;
      refreshUser(await callApi(calls.user.setinfo, { avatar }));
      toast(t.saved);
      leave();
    } catch {
      // The customer has been told.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t.avatar}
      footer={
        chosen === null ? (
          <>
            {has && (
              <Button variant="secondary" busy={busy} onClick={() => void save(null)}>
                {t.removeAvatar}
              </Button>
            )}
            <Button icon="image" onClick={() => input.current?.click()}>
              {t.chooseAvatar}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={() => input.current?.click()}>
              {t.chooseOther}
            </Button>
            <Button busy={busy} onClick={() => void save(chosen.photo)}>
              {t.save}
            </Button>
          </>
        )
      }
    >
      <div className={styles.preview}>
        {chosen === null ? (
          <Avatar size={120} />
        ) : (
          <img className={styles.image} src={chosen.url} alt={t.avatarPreview} />
        )}
      </div>
      <p className={styles.hint}>{t.avatarHint}</p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        aria-label={t.chooseAvatar}
        data-testid="avatar-file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void pick(file);
          target.value = '';
        }}
      />
    </Sheet>
  );
}
