import { useRef } from 'react';
import { Button, classes, Icon, ProgressRing, Spinner } from '../../ui/kit/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useTexts } from '../../i18n/index.ts';
import type { PhotoName } from './papers.ts';
import styles from './PhotoTile.module.css';
import { Sample } from './Sample.tsx';
import type { Photo, PhotoState } from './use-photo.ts';

/** Formats that the specification allows; phones convert their own format to one of them. */
const accept = '.jpg,.jpeg,.png,image/jpeg,image/png';

export interface PhotoTileProps {
  readonly name: PhotoName;
  readonly title: string;
  readonly about: string;
  readonly photo: Photo;
  /** The photo to add next: its button is the filled one. */
  readonly isNext: boolean;
  /** The server's refusal of the photo. */
  readonly error: string | undefined;
}

/** One photo: an example and two ways to add it, then its progress. */
export function PhotoTile({ name, title, about, photo, isNext, error }: PhotoTileProps) {
  const { state } = photo;
  const wrong = error ?? (state.step === 'empty' ? state.error : undefined);
  return (
    <section
      className={classes(
        styles.tile,
        state.step === 'ready' && !wrong && styles.ready,
        state.step === 'empty' && styles.empty,
        wrong !== undefined && styles.wrong,
      )}
      aria-label={title}
      data-testid={`photo-${name}`}
      data-step={state.step}
    >
      <Picture name={name} state={state} />
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <HowFar state={state} about={about} />
        {wrong !== undefined && (
          <p className={styles.error} role="alert">
            {wrong}
          </p>
        )}
        <Ways name={name} photo={photo} isNext={isNext} />
      </div>
    </section>
  );
}

function Picture({ name, state }: { readonly name: PhotoName; readonly state: PhotoState }) {
  const t = useTexts(identityTexts);
  if (state.step === 'empty' || state.step === 'preparing') {
    return (
      <div className={styles.picture}>
        <Sample name={name} />
        {state.step === 'empty' ? <span className={styles.badge}>{t.sample}</span> : <Veil busy />}
      </div>
    );
  }
  return (
    <div className={styles.picture}>
      <img className={styles.image} src={state.url} alt="" />
      {state.step === 'sending' && <Veil percent={state.percent} />}
    </div>
  );
}

function Veil({ percent, busy }: { readonly percent?: number; readonly busy?: boolean }) {
  const t = useTexts(identityTexts);
  return (
    <span className={styles.veil}>
      {busy ? <Spinner size={24} /> : <ProgressRing percent={percent ?? 0} size={44} label={t.progress} />}
    </span>
  );
}

function HowFar({ state, about }: { readonly state: PhotoState; readonly about: string }) {
  const t = useTexts(identityTexts);
  switch (state.step) {
    case 'empty':
      return <p className={styles.about}>{about}</p>;
    case 'preparing':
      return <p className={styles.about}>{t.preparing}</p>;
    case 'sending':
      return (
        <p className={styles.about}>
          {t.sending} · {formatBytes(state.bytes)}
        </p>
      );
    case 'ready':
      return (
        <p className={styles.good} role="status">
          <Icon name="check" size={14} /> {t.ready} · {formatBytes(state.bytes)}
        </p>
      );
  }
}

function Ways({ name, photo, isNext }: Pick<PhotoTileProps, 'name' | 'photo' | 'isNext'>) {
  const t = useTexts(identityTexts);
  const camera = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const { step } = photo.state;

  function take(input: HTMLInputElement): void {
    const picked = input.files?.[0];
    // Allows the same file to be chosen again.
    input.value = '';
    if (picked) photo.pick(picked);
  }
  const hidden = { type: 'file', accept, hidden: true, tabIndex: -1, 'aria-hidden': true } as const;

  return (
    <div className={styles.ways}>
      <input
        {...hidden}
        ref={camera}
        capture={name === 'hand' ? 'user' : 'environment'}
        onChange={(event) => take(event.target)}
      />
      <input {...hidden} ref={file} onChange={(event) => take(event.target)} data-testid={`file-${name}`} />
      {step === 'empty' ? (
        <>
          <Button
            size="small"
            variant={isNext ? 'primary' : 'secondary'}
            icon="camera"
            onClick={() => camera.current?.click()}
          >
            {t.camera}
          </Button>
          <Button size="small" variant="secondary" icon="image" onClick={() => file.current?.click()}>
            {t.file}
          </Button>
        </>
      ) : step === 'ready' ? (
        <>
          <button type="button" className={styles.link} onClick={() => file.current?.click()}>
            {t.retake}
          </button>
          <button type="button" className={styles.link} onClick={photo.remove}>
            {t.remove}
          </button>
        </>
      ) : (
        <button type="button" className={styles.link} onClick={photo.remove}>
          {t.cancel}
        </button>
      )}
    </div>
  );
}

/** Formats a size the way phones do: `412 KB`. */
function formatBytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1000))} KB`;
}
