/** @file Icons that only the timeline needs. */

import { Icon } from '../../../controls/Icon.js';

export const StartIcon = () => (
  <Icon>
    <path d="M3 3.800v8.400" />
    <path d="M8.400 4v8L4.800 8z" fill="currentColor" />
    <path d="M13.200 4v8L9.600 8z" fill="currentColor" />
  </Icon>
);

export const EndIcon = () => (
  <Icon>
    <path d="M13 3.800v8.400" />
    <path d="M7.600 4v8L11.200 8z" fill="currentColor" />
    <path d="M2.800 4v8L6.400 8z" fill="currentColor" />
  </Icon>
);

/** A line with the frames on it. */
export const PathIcon = () => (
  <Icon>
    <path d="M2.400 12.200C4.600 5.400 7 4.200 8.600 7s3.200 2.200 5-3.400" />
    <path d="M4.200 8.300h0" strokeWidth="2.800" />
    <path d="M8.700 7.200h0" strokeWidth="2.800" />
    <path d="M12.600 6.200h0" strokeWidth="2.800" />
  </Icon>
);

export const FilledKeyIcon = () => (
  <Icon>
    <path d="M8 3 13 8l-5 5-5-5z" fill="currentColor" />
  </Icon>
);
