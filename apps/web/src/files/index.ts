export { saveText } from './save-text.ts';
export { PhotoError } from './photo-error.ts';
export { shrinkPhoto } from './shrink-photo.ts';
export { squarePhoto } from './square-photo.ts';
