/** @file How far ComfyUI is with a job, from its socket; where there is no socket, nothing is known until the end. */

import { recordOf } from './json-answers.js';
import type { ProgressSocket, ServiceTools } from './service-tools.js';

/** Larger messages are previews. */
const LONGEST_MESSAGE = 1 << 16;

export interface ComfyProgress {
  /** Listens to a job from now on, and gives how far it is, 0 to 1. */
  follow(id: string, client: string): number;
  release(id: string): void;
}

export function createComfyProgress(baseUrl: string, openSocket: ServiceTools['openSocket']): ComfyProgress {
  const followed = new Map<string, { socket: ProgressSocket; share: number }>();
  const release = (id: string) => {
    followed.get(id)?.socket.close();
    followed.delete(id);
  };
  return {
    release,
    follow(id, client) {
      const known = followed.get(id);
      if (known) return known.share;
      if (!openSocket) return 0;
      const url = new URL(`/ws?clientId=${encodeURIComponent(client)}`, baseUrl);
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      const entry = { socket: openSocket(url.href), share: 0 };
      entry.socket.onmessage = ({ data }) => {
        entry.share = readShare(data, id) ?? entry.share;
      };
      // Progress is a courtesy: without it the job goes on.
      entry.socket.onerror = () => undefined;
      followed.set(id, entry);
      return 0;
    },
  };
}

/** The share of the work that a message tells of a job. */
function readShare(data: unknown, id: string): number | undefined {
  if (typeof data !== 'string' || data.length > LONGEST_MESSAGE) return undefined;
  let message: Record<string, unknown>;
  try {
    message = recordOf(JSON.parse(data));
  } catch {
    return undefined;
  }
  const { value, max, prompt_id: prompt } = recordOf(message.data);
  const share = Number(value) / Number(max);
  if (message.type !== 'progress' || (prompt !== undefined && prompt !== id)) return undefined;
  return share >= 0 && share <= 1 ? share : undefined;
}
