import { Outlet } from 'react-router';
import { ToastHost } from '../kit/index.ts';
import { LoadingBar } from '../shell/LoadingBar.tsx';
import { ReactionHost } from '../shell/ReactionHost.tsx';

/** What stands around every page. */
export function App() {
  return (
    <>
      <LoadingBar />
      <Outlet />
      <ReactionHost />
      <ToastHost />
    </>
  );
}
