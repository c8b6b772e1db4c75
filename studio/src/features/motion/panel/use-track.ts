/** @file What is on the timeline, for components: rendered again when that changes, not when it plays. */

import { useStudio } from '../../../store/store.js';
import { type Track, trackOf } from '../actions/motion-track.js';

export const useTrack = (): Track | null => useStudio(trackOf);
