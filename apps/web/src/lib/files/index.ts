export { dragged, middleCrop, squareOf, zoomed, maxZoom } from './crop.ts';
export { saveFile } from './save-file.ts';
export { saveText } from './save-text.ts';
export { PhotoError } from './photo-error.ts';
export { shrinkPhoto } from './shrink-photo.ts';
export { drawSquare, openPhoto, squarePhoto, squarePixels } from './square-photo.ts';
