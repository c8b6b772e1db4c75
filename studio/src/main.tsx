/** @file The page's first chunk: the frame of the studio. Three, the package and the networks come after it. */

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
