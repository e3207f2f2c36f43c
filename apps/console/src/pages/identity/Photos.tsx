import { consoleCalls, photos, type Photo } from '@fft/console-contract';
import { classes, Icon, useTexts } from '@fft/kit';
import { type PointerEvent, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { Button, useHotkeys } from '../../ui/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import styles from './Papers.module.css';

const zooms = [1, 2, 3.5] as const;

export interface PhotosProps {
  readonly customer: number;
  readonly submission: number;
  /** The photos that the operator has enlarged. */
  readonly enlarged: ReadonlySet<Photo>;
  readonly onEnlarge: (photo: Photo) => void;
}

/** The three photos: one large with zoom, rotation and contrast, the other two as thumbnails. */
export function Photos({ customer, submission, enlarged, onEnlarge }: PhotosProps) {
  const t = useTexts(identityTexts);
  const [shown, setShown] = useState<Photo>('front');
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const [contrast, setContrast] = useState(false);
  const [size, setSize] = useState('');
  const [origin, setOrigin] = useState({ x: 50, y: 50 });
  const zoomIn = () => {
    setZoom((zoom + 1) % zooms.length);
    // A photo that is still loading hasn't been seen.
    if (size !== '') onEnlarge(shown);
  };
  const turn = () => setTurns(turns + 1);
  const toggleContrast = () => setContrast(!contrast);
  function show(photo: Photo): void {
    setShown(photo);
    setZoom(0);
    setTurns(0);
    // The photo that is shown already doesn't load again.
    if (photo !== shown) setSize('');
  }
  useHotkeys({
    z: zoomIn,
    r: turn,
    c: toggleContrast,
    1: () => show('front'),
    2: () => show('back'),
    3: () => show('hand'),
  });

  function followPointer(event: PointerEvent<HTMLElement>): void {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    setOrigin({ x: ((event.clientX - left) / width) * 100, y: ((event.clientY - top) / height) * 100 });
  }

  return (
    <div>
      <div className={styles.photos}>
        <button
          type="button"
          className={styles.large}
          aria-label={`${t.photos[shown]}, ${t.zoom}`}
          onClick={zoomIn}
          onPointerMove={followPointer}
        >
          <span
            className={styles.turned}
            style={{
              transform: `scale(${zooms[zoom] ?? 1}) rotate(${turns * 90}deg)`,
              transformOrigin: `${origin.x}% ${origin.y}%`,
              ...(contrast && { filter: 'contrast(1.7) brightness(1.05)' }),
            }}
          >
            <PhotoOf key={shown} customer={customer} submission={submission} photo={shown} onSize={setSize} />
          </span>
          <PhotoName photo={shown} isEnlarged={enlarged.has(shown)} />
        </button>
        <div className={styles.small}>
          {photos
            .filter((photo) => photo !== shown)
            .map((photo) => (
              <button
                key={photo}
                type="button"
                className={styles.thumb}
                aria-label={t.photo(t.photos[photo])}
                onClick={() => show(photo)}
              >
                <PhotoOf customer={customer} submission={submission} photo={photo} />
                <PhotoName photo={photo} isEnlarged={enlarged.has(photo)} />
              </button>
            ))}
        </div>
      </div>
      <div className={styles.tools}>
        <Button size="small" variant="link" icon="zoom-in" hotkey="z" onClick={zoomIn}>
          {t.zoom}
        </Button>
        <Button size="small" variant="link" icon="undo" hotkey="r" onClick={turn}>
          {t.turn}
        </Button>
        <Button
          size="small"
          variant="link"
          icon="brightness"
          hotkey="c"
          aria-pressed={contrast}
          className={classes(contrast && styles.on)}
          onClick={toggleContrast}
        >
          {t.contrast}
        </Button>
        <span className={styles.size}>{size}</span>
      </div>
    </div>
  );
}

function PhotoName({ photo, isEnlarged }: { readonly photo: Photo; readonly isEnlarged: boolean }) {
  const t = useTexts(identityTexts);
  return (
    <span className={styles.name}>
      {isEnlarged && <Icon name="check" size={14} />}
      {t.photos[photo]}
      {isEnlarged && <span className={styles.hidden}> {t.enlarged}</span>}
    </span>
  );
}

interface PhotoOfProps {
  readonly customer: number;
  /** The submission under review. */
  readonly submission: number;
  readonly photo: Photo;
  /** Called with the photo's size once it is loaded. */
  readonly onSize?: (size: string) => void;
}

function PhotoOf({ customer, submission, photo, onSize }: PhotoOfProps) {
  const t = useTexts(identityTexts);
  const wanted = { customer, submission, photo };
  const { data, error } = useCall(consoleCalls.identity.photo, wanted, { staleTimeMs: Infinity });
  if (error) return <span className={styles.absent}>{t.photoFailed}</span>;
  if (data === undefined) return <span className={styles.absent}>{t.loadingPhoto}</span>;
  // Base64 encodes three bytes in four characters.
  const kilobytes = Math.round((data.jpeg.length * 3) / 4 / 1024);
  return (
    <img
      className={styles.photo}
      src={`data:image/jpeg;base64,${data.jpeg}`}
      alt={t.photos[photo]}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onSize?.(`${kilobytes} KB · ${naturalWidth} × ${naturalHeight}`)
      }
    />
  );
}
