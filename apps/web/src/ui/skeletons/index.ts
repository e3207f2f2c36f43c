export { FieldsSkeleton } from './FieldsSkeleton.tsx';
export { RowsSkeleton } from './RowsSkeleton.tsx';
