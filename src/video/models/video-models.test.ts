import { expect, it } from 'vitest';
import type { ServiceTools } from './service-tools.js';
import { openVideoModel, withPlanKeys } from './video-models.js';

const tools = { environment: { RUNWAYML_API_SECRET: 'mine' } } as unknown as ServiceTools;

it('plans need no key, requests do; keys that are set stay', () => {
  expect(() => openVideoModel('fal', tools)).toThrow(/no FAL_KEY in the environment/);
  const planned = withPlanKeys(tools);
  expect(openVideoModel('fal:fal-ai/wan-move', planned).modelId).toBe('fal-ai/wan-move');
  expect(planned.environment.RUNWAYML_API_SECRET).toBe('mine');
  expect(tools.environment.FAL_KEY).toBeUndefined();
});
