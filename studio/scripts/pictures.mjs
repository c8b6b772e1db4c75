/**
 * @file Takes the screenshots of docs/pictures: `npm run build:studio && node studio/scripts/pictures.mjs`. Run it when
 * the studio's panels change. Takes about two minutes with software rendering.
 */

import { fileURLToPath } from 'node:url';
import { openStudio } from '../../test/studio/open-studio.mjs';

const BUILT = fileURLToPath(new URL('../dist', import.meta.url));
const PICTURES = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

const studio = await openStudio(BUILT);
const { page, close } = await studio.visit();
page.setDefaultTimeout(120_000);

const waitFor = (condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 240_000, polling: 100 });
const spaceOpen = () => waitFor(() => globalThis.posespaceStudio?.state().view.pose.space);
const idle = () => waitFor(() => globalThis.posespaceStudio.state().view.tasks.length === 0);
const button = (name) => page.getByRole('button', { name, exact: true });

async function showMode(name) {
  const mode = page.getByRole('navigation', { name: 'Modes' }).getByRole('button', { name });
  if ((await mode.getAttribute('aria-current')) === null) await mode.click();
}

async function openCreature(label, name) {
  await showMode('Open');
  await button(`Open ${label}`).click();
  await waitFor((wanted) => {
    const { history, view } = globalThis.posespaceStudio.state();
    return history?.present.document.model.name === wanted && view.scene.facts;
  }, name);
  await spaceOpen();
}

async function dragJoint(name, dx, dy) {
  const from = await page.evaluate((wanted) => {
    const { names } = globalThis.posespaceStudio.state().history.present.document.model.skeleton;
    return globalThis.posespaceStudio.jointOnPage(names.indexOf(wanted));
  }, name);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 20; i++) await page.mouse.move(from.x + (dx * i) / 20, from.y + (dy * i) / 20);
  await page.waitForTimeout(1500);
  await page.mouse.up();
}

async function takePicture(name) {
  // Notices fade, thumbnails and the full resolution arrive.
  await page.waitForTimeout(8000);
  await page.screenshot({ path: `${PICTURES}studio-${name}.png` });
}

await openCreature('Person', 'person');
await showMode('Pose');
await dragJoint('leftHand', 60, -230);
await waitFor(() => globalThis.posespaceStudio.state().view.pose.check);
await takePicture('pose');

await showMode('Explore');
await button('Sample poses').click();
await waitFor(() => document.querySelectorAll('.panel img').length >= 12);
await idle();
await button('Apply sample 5').click();
await page.mouse.move(900, 600);
await takePicture('explore');

await openCreature('Wolf', 'wolf');
await showMode('Motion');
await waitFor(() => document.querySelectorAll('.motion-thumb img').length >= 12);
await button('Add walk').click();
await button('Pause').click();
await button('Onion skinning').click();
await waitFor(() => globalThis.posespaceStudio.state().view.motion.contacts);
for (let i = 0; i < 12; i++) await button('Step forward').click();
await takePicture('motion');

await openCreature('Dragon', 'dragon');
await showMode('Rig');
await page.getByLabel('Search joints').fill('neck1');
await page.getByRole('treeitem', { name: 'neck1', exact: true }).click();
const weights = page.getByRole('switch', { name: 'Weights', exact: true });
await weights.click();
await page.getByRole('region', { name: 'Selected joint' }).evaluate((section) => section.scrollIntoView());
await takePicture('rig');

await close();
await studio.close();
