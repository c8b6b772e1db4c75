/**
 * @file A progress bar, one line on stderr; nothing where stderr is not a terminal.
 */

import type { Progress } from '../../base/progress.js';
import type { Terminal } from './terminal.js';

const WIDTH = 24;
/** Least milliseconds between two drawings. */
const INTERVAL = 80;

export function createProgressBar(terminal: Terminal, shown: boolean) {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let visible = false;
  return {
    update({ stage, fraction }: Progress): void {
      if (!shown || !terminal.interactive || terminal.now() - drawnAt < INTERVAL) return;
      drawnAt = terminal.now();
      visible = true;
      const filled = Math.round(Math.min(1, Math.max(0, fraction)) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      terminal.stderr(
        `\r\x1b[2K${bar} ${String(Math.round(fraction * 100)).padStart(3)} %  ${stage.slice(-48)}`,
      );
    },
    clear(): void {
      if (visible) terminal.stderr('\r\x1b[2K');
      visible = false;
    },
  };
}
