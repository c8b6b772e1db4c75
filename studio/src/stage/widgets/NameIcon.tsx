/** @file A tag: names beside joints. */

import { Icon } from '../../controls/Icon.js';

export const NameIcon = () => (
  <Icon>
    <path d="M2.2 4h6.6l5 4-5 4H2.2z" />
    <path d="M4.8 6.9h3.4M4.8 9.1h2.2" />
  </Icon>
);
