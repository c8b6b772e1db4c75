/** @file Where a part of the page fails: says what happened and what can be done, and leaves the rest standing. */

import { Component, type ReactNode } from 'react';
import { Button } from '../controls/Button.js';
import { WarningIcon } from '../controls/icons.js';
import { errorMessage } from '../store/store.js';

interface ErrorBoundaryProps {
  /** What fails: "This panel". */
  readonly what: string;
  /** What to try, in words. */
  readonly advice: string;
  /** Beside trying again: leaves what is kept behind. */
  readonly onReset?: () => void;
  readonly resetLabel?: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: unknown;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error ?? 'unknown error' };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { what, advice, onReset, resetLabel = 'Start fresh', children } = this.props;
    if (error === null) return children;
    return (
      <div className="failure" role="alert">
        <WarningIcon />
        <strong>{what} stopped working.</strong>
        <p>{errorMessage(error)}</p>
        <p className="hint">{advice}</p>
        <div className="row">
          <Button kind="primary" onClick={() => this.setState({ error: null })}>
            Try again
          </Button>
          <Button onClick={() => location.reload()}>Reload</Button>
          {onReset && <Button onClick={onReset}>{resetLabel}</Button>}
        </div>
      </div>
    );
  }
}
