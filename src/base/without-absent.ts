/** @file Options without those that are absent: spread over defaults, `undefined` would replace them. */

export const withoutAbsent = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
