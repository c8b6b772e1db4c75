/** @file JSON of services: read without trust, shown without its bulk. */

import type { JsonValue } from './video-model.js';

/** The fields of a value; none where it is no record. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** A body for people: long texts by their length. */
export const shorten = (body: unknown): JsonValue =>
  JSON.parse(
    JSON.stringify(body, (_, value) => {
      if (typeof value === 'string' && value.startsWith('data:'))
        return `${value.slice(0, value.indexOf(','))}, ${value.length} characters`;
      return Array.isArray(value) && value.length > 8
        ? [...value.slice(0, 2), `… ${value.length} in all`]
        : value;
    }),
  );
