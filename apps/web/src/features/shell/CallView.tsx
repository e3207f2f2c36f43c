import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '../../api/index.ts';
import { Delayed, ErrorState, StaleNote } from '../../ui/kit/index.ts';
import styles from './CallView.module.css';

export interface CallViewProps<Data> {
  /** Result of `useCall`. */
  readonly call: UseQueryResult<Data, CallError>;
  /** A skeleton of the content's shape; shown only after a delay. */
  readonly skeleton: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a call's states: loading, failed without data, failed with earlier data, and ready. */
export function CallView<Data>({ call, skeleton, children }: CallViewProps<Data>) {
  const retry = (): void => void call.refetch();
  if (call.data === undefined) {
    return call.isError ? (
      <ErrorState onRetry={retry} busy={call.isFetching} error={call.error} />
    ) : (
      <Delayed>{skeleton}</Delayed>
    );
  }
  return (
    <>
      {call.isError && (
        <StaleNote at={call.dataUpdatedAt} onRetry={retry} busy={call.isFetching} className={styles.stale} />
      )}
      {children(call.data)}
    </>
  );
}
