import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';

export interface FallbackProps {
  readonly error: unknown;
  /** Renders the broken part again. */
  readonly onAgain: () => void;
}

interface ErrorBoundaryProps {
  readonly Fallback: ComponentType<FallbackProps>;
  /** Runs before the retry. */
  readonly onAgain?: () => void;
  readonly children: ReactNode;
}

interface Broken {
  readonly error: unknown;
}

/** Shows the fallback if anything below it throws. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broken: Broken | null }> {
  override state: { readonly broken: Broken | null } = { broken: null };

  static getDerivedStateFromError(error: unknown): { broken: Broken } {
    return { broken: { error } };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  readonly #again = (): void => {
    this.props.onAgain?.();
    this.setState({ broken: null });
  };

  override render(): ReactNode {
    const { broken } = this.state;
    const { Fallback, children } = this.props;
    return broken === null ? children : <Fallback error={broken.error} onAgain={this.#again} />;
  }
}
