/** @file What is on the timeline, for components: rendered again when that changes, not when it plays. */

import { type Track, trackOf } from '../../state/actions/motion-track.js';
import { useStudio } from '../../state/store.js';

export const useTrack = (): Track | null => useStudio(trackOf);
