/** @file Contains a crash in one part of the page: says what failed and what to try; the rest keeps working. */

import { Component, type ReactNode } from 'react';
import { Button } from '../controls/Button.js';
import { WarningIcon } from '../controls/icons.js';
import { errorMessage } from '../store/store.js';

interface ErrorBoundaryProps {
  /** The part that failed, as the subject of a sentence: "This panel". */
  readonly what: string;
  /** What to try. */
  readonly advice: string;
  /** Starts over without the saved session. */
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
