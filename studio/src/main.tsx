/** @file The entry of the page: the frame of the studio. Three.js, the package and the networks load after it. */

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.js';
import './style/studio.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

void import('./script-hook.js');
