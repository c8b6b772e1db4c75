/** @file The timeline: what plays, where it stands, keys and contacts. */

import { useEffect } from 'react';
import { followDocument } from '../../state/actions/motion.js';
import { watchContacts } from '../../state/actions/motion-contacts.js';
import { keepKeying } from '../../state/actions/motion-sketch.js';
import { findWays } from '../../state/actions/motion-walks.js';
import { Tracks } from './Tracks.js';
import { Transport } from './Transport.js';
import './motion.css';

export function Timeline() {
  // While the timeline is open, what it shows is kept up to date.
  useEffect(() => {
    const ends = [followDocument(), findWays(), watchContacts(), keepKeying()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <div className="tl">
      <Transport />
      <Tracks />
    </div>
  );
}
