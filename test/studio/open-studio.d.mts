import type { Page } from 'playwright-core';
import type { OutputFile } from 'posespace/io';

export interface StudioVisit {
  readonly page: Page;
  /** Errors of the page and its console. */
  readonly problems: string[];
  /** Requests that leave the origin. */
  readonly strangers: string[];
  close(): Promise<void>;
}

export interface OpenedStudio {
  readonly address: string;
  /** What the server has sent so far, as it went over the wire. */
  sentBytes(): number;
  visit(size?: { readonly width?: number; readonly height?: number }): Promise<StudioVisit>;
  close(): Promise<void>;
}

export function openStudio(folder: string, open?: readonly OutputFile[]): Promise<OpenedStudio>;
