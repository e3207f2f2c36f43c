export { saveText } from './save-text.ts';
export { PhotoError, shrinkPhoto } from './shrink-photo.ts';
