/** @file The light on the stage. */

import { useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { createEnvironment } from '../light/create-environment.js';

export function Light() {
  const scene = useThree((three) => three.scene);
  const invalidate = useThree((three) => three.invalidate);
  const environment = useMemo(createEnvironment, []);
  useEffect(() => {
    scene.environment = environment;
    invalidate();
    return () => {
      scene.environment = null;
      environment.dispose();
    };
  }, [scene, environment, invalidate]);
  return null;
}
