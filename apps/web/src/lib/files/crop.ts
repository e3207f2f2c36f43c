/** A picture's size in its own pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The visible part of a picture: its middle, as shares of the picture's sides, and its zoom. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export const maxZoom = 4;
/** The largest square in the picture's middle. */
export const middleCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

const sideOf = ({ width, height }: PictureSize, zoom: number): number => Math.min(width, height) / zoom;

/** Moves the crop so that nothing outside the picture is visible. */
function inside(size: PictureSize, crop: Crop): Crop {
  const zoom = within(crop.zoom, 1, maxZoom);
  const [reachX, reachY] = [sideOf(size, zoom) / size.width / 2, sideOf(size, zoom) / size.height / 2];
  return { x: within(crop.x, reachX, 1 - reachX), y: within(crop.y, reachY, 1 - reachY), zoom };
}

/** Drags the picture by shares of the square's side: dragging right shows more of its left. */
export function dragged(size: PictureSize, crop: Crop, by: { readonly right: number; readonly down: number }): Crop {
  const side = sideOf(size, crop.zoom);
  return inside(size, {
    ...crop,
    x: crop.x - (by.right * side) / size.width,
    y: crop.y - (by.down * side) / size.height,
  });
}

/** Zooms about the same middle, as far as it can stay. */
export const zoomed = (size: PictureSize, crop: Crop, zoom: number): Crop => inside(size, { ...crop, zoom });

/** The crop in the picture's own pixels. */
export function squareOf(size: PictureSize, { x, y, zoom }: Crop): Square {
  const side = sideOf(size, zoom);
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}
