import { useRef, useState, type PointerEvent } from 'react';
import { IconButton } from '../../ui/kit/index.ts';
import { locationTexts } from './location-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { countryAt, unitsOf, world, type Place } from './outlines.ts';
import styles from './WorldMap.module.css';

export interface WorldMapProps {
  readonly label: string;
  readonly place: Place | null;
  /** Shown below the map. */
  readonly hint?: string;
  /** Called with a tapped location on land. Without it the map is read-only. */
  readonly onChoose?: (place: Place) => void;
}

interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const [worldWidth, worldHeight] = [3600, 1800];
/** Aspect ratio of the map. */
const ratio = 0.64;
const widest: View = within({ x: 0, y: 0, width: worldWidth });
const narrowest = 300;
/** Moved less than this, a finger has tapped. */
const tapPx = 6;

/** A world map that can be dragged and zoomed, with a pin. */
export function WorldMap({ label, place, hint, onChoose }: WorldMapProps) {
  const t = useTexts(locationTexts);
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<{ readonly from: PointerEvent; readonly view: View } | null>(null);
  const [view, setView] = useState<View>(() => viewOf(place));
  const pin = place?.latitude == null || place.longitude === null ? null : unitsOf(place.latitude, place.longitude);

  function zoom(factor: number): void {
    setView((now) => {
      const width = Math.min(worldWidth, Math.max(narrowest, now.width * factor));
      return within({ width, x: now.x + (now.width - width) / 2, y: now.y + ((now.width - width) * ratio) / 2 });
    });
  }

  function move({ clientX, clientY }: PointerEvent): void {
    const begun = drag.current;
    const drawn = svg.current?.clientWidth ?? 0;
    if (!begun || drawn === 0) return;
    const unit = begun.view.width / drawn;
    const { from, view: start } = begun;
    setView(
      within({ ...start, x: start.x - (clientX - from.clientX) * unit, y: start.y - (clientY - from.clientY) * unit }),
    );
  }

  function release(event: PointerEvent): void {
    const begun = drag.current;
    drag.current = null;
    const box = svg.current?.getBoundingClientRect();
    if (!begun || !box || !onChoose) return;
    const { clientX, clientY } = event;
    if (Math.hypot(clientX - begun.from.clientX, clientY - begun.from.clientY) > tapPx) return;
    const unit = view.width / box.width;
    const [x, y] = [view.x + (clientX - box.left) * unit, view.y + (clientY - box.top) * unit];
    const country = countryAt(x, y);
    if (country !== null) onChoose({ country, latitude: Math.round(90 - y / 10), longitude: Math.round(x / 10 - 180) });
  }

  return (
    <div>
      <div className={styles.frame}>
        <svg
          ref={svg}
          role="img"
          className={styles.drawn}
          aria-label={label}
          viewBox={`${view.x} ${view.y} ${view.width} ${view.width * ratio}`}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { from: event, view };
          }}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={() => {
            drag.current = null;
          }}
        >
          {world.map(([code, path]) => (
            <path
              key={code}
              d={path}
              data-country={code}
              className={code === place?.country ? styles.chosen : undefined}
            />
          ))}
          {pin && <circle cx={pin.x} cy={pin.y} r={view.width / 90} className={styles.pin} />}
        </svg>
        <div className={styles.zoom}>
          <IconButton icon="plus" label={t.zoomIn} disabled={view.width <= narrowest} onClick={() => zoom(0.6)} />
          <IconButton
            icon="minus"
            label={t.zoomOut}
            disabled={view.width >= worldWidth}
            onClick={() => zoom(1 / 0.6)}
          />
        </div>
      </div>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

/** A view centred on a location; the whole world without one. */
function viewOf(place: Place | null): View {
  if (place?.latitude == null || place.longitude === null) return widest;
  const { x, y } = unitsOf(place.latitude, place.longitude);
  const width = 1200;
  return within({ width, x: x - width / 2, y: y - (width * ratio) / 2 });
}

/** Keeps the view inside the world; centres it if the whole height is visible. */
function within({ x, y, width }: View): View {
  const spare = worldHeight - width * ratio;
  return {
    width,
    x: Math.max(0, Math.min(worldWidth - width, x)),
    y: spare < 0 ? spare / 2 : Math.max(0, Math.min(spare, y)),
  };
}
