export { Page, type PageProps } from './Page.tsx';
export type { Back } from './NavigationBar.tsx';
export type { Tab } from './TabBar.tsx';
export { useBack } from './use-back.ts';
