/** @file Contacts with the ground: found, edited, obeyed. */

export {
  CLEAN_FOOT_SKATE_DEFAULTS,
  type CleanedClip,
  type CleanFootSkateOptions,
  cleanFootSkate,
  cleanFootSkateAsync,
} from './clean-foot-skate.js';
export type { ClipContacts, ContactSpan, ContactTrack } from './contact-record.js';
export { DETECT_CONTACTS_DEFAULTS, type DetectContactsOptions, detectContacts } from './detect-contacts.js';
export * from './edit-contacts.js';
export { measureContactHeights } from './measure-contact-heights.js';
