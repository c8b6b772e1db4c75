/** @file The timeline: what plays, where it stands, keys and contacts. */

import { useEffect } from 'react';
import { computeTransitions } from '../actions/key-transitions.js';
import { watchContacts } from '../actions/motion-contacts.js';
import { autoKeyPoses } from '../actions/motion-sketch.js';
import { followDocument } from '../actions/playback.js';
import { Tracks } from './Tracks.js';
import { Transport } from './Transport.js';
import './motion.css';

export function Timeline() {
  // While the timeline is open, what it shows is kept up to date.
  useEffect(() => {
    const ends = [followDocument(), computeTransitions(), watchContacts(), autoKeyPoses()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  useEffect(freeSpaceBar, []);
  return (
    <div className="tl">
      <Transport />
      <Tracks />
    </div>
  );
}

/** Buttons that were pressed by a pointer let go of the keyboard, so that the space bar plays instead of pressing them again. */
function freeSpaceBar(): () => void {
  const blurButton = (event?: MouseEvent) => {
    const focused = document.activeElement;
    if (focused instanceof HTMLButtonElement && event?.detail !== 0) focused.blur();
  };
  blurButton();
  window.addEventListener('click', blurButton);
  return () => window.removeEventListener('click', blurButton);
}
