/** @file The timeline: transport bar and tracks. */

import { useEffect } from 'react';
import { computeTransitions } from '../actions/key-transitions.js';
import { watchContacts } from '../actions/motion-contacts.js';
import { autoKeyPoses } from '../actions/motion-sketch.js';
import { followDocument } from '../actions/playback.js';
import { Tracks } from './Tracks.js';
import { Transport } from './Transport.js';
import './motion.css';

export function Timeline() {
  // Keeps playback, transitions, contacts and auto key up to date while the timeline is open.
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

/** Removes the focus from clicked buttons, so that the space bar plays instead of pressing them again. */
function freeSpaceBar(): () => void {
  const blurButton = (event?: MouseEvent) => {
    const focused = document.activeElement;
    if (focused instanceof HTMLButtonElement && event?.detail !== 0) focused.blur();
  };
  blurButton();
  window.addEventListener('click', blurButton);
  return () => window.removeEventListener('click', blurButton);
}
