/**
 * @file The documentation as a site: `npm run docs` writes docs/.vitepress/dist, static, with a search index of its own. Pages are
 * the guides as they are in the repository; links to files outside of docs (examples, sources) become plain text. `npm run house` checks
 * all links without building.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

interface Token {
  readonly type: string;
  tag: string;
  attrs: [string, string][] | null;
  readonly children: Token[] | null;
}

/** Links that lead out of docs have no page: their text stays. */
function dropOutside({ tokens, env }: { tokens: Token[]; env: { relativePath?: string } }): void {
  const depth = (env.relativePath ?? '').split('/').length - 1;
  for (const { children } of tokens) {
    let outside = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const href = token.attrs?.find(([name]) => name === 'href')?.[1] ?? '';
        outside = (/^(?:\.\.\/)*/.exec(href)?.[0].length ?? 0) / 3 > depth;
      }
      if (!outside || !token.type.startsWith('link_')) continue;
      token.tag = 'span';
      token.attrs = null;
    }
  }
}

const guide = (text: string, name: string) => ({ text, link: `/guides/${name}` });

const SIDEBAR = [
  {
    text: 'Start',
    items: [
      guide('The studio', 'studio'),
      guide('Auto-rig a mesh', 'rig'),
      guide('Sample creatures', 'creatures'),
    ],
  },
  {
    text: 'Rig and pose',
    items: [
      guide('Mesh sequences', 'sequences'),
      guide('Pose space', 'pose-space'),
      guide('Poses and clips in code', 'poses-and-clips'),
    ],
  },
  {
    text: 'Motion',
    items: [
      guide('Motion', 'motion'),
      { text: 'Measured clips', link: '/motion-clips' },
      guide('Imagine a motion', 'imagine'),
      guide('Distil a motion', 'distil'),
    ],
  },
  {
    text: 'Video',
    items: [
      guide('Animate from a video', 'video'),
      guide('Video models', 'video-models'),
      guide('A video from keyframes', 'video-keyframes'),
      guide('Teach a creature', 'video-discover'),
    ],
  },
  {
    text: 'Files',
    items: [guide('Inspect', 'inspect'), guide('Convert', 'convert'), guide('Pictures', 'pictures')],
  },
  {
    text: 'Many files, other tools',
    items: [guide('Many files, many machines', 'batch'), guide('Assistants (MCP)', 'assistant')],
  },
  {
    text: 'Engines',
    items: [
      guide('Blender', 'engines/blender'),
      guide('three.js', 'engines/three'),
      guide('Babylon.js', 'engines/babylon'),
      guide('Unity', 'engines/unity'),
      guide('Unreal Engine', 'engines/unreal'),
      guide('Godot', 'engines/godot'),
    ],
  },
];

/** Guides that stand in no group yet, by their headings. */
const FOLDER = new URL('../guides/', import.meta.url);
const others = readdirSync(FOLDER)
  .filter(
    (name) => name.endsWith('.md') && !JSON.stringify(SIDEBAR).includes(`/guides/${name.slice(0, -3)}"`),
  )
  .map((name) =>
    guide(/^# (.+)/m.exec(readFileSync(new URL(name, FOLDER), 'utf8'))?.[1] ?? name, name.slice(0, -3)),
  );

export default defineConfig({
  title: 'posespace',
  description: 'Auto-rig, pose and animate any 3D mesh',
  // The site opens from any folder of any host.
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    theme: { light: 'github-light', dark: 'github-dark' },
    config: (md) => md.core.ruler.push('outside', dropOutside),
  },
  vite: { publicDir: false },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/rig' },
      { text: 'API', link: '/api/' },
      { text: 'Architecture', link: '/architecture' },
      { text: 'Decisions', link: '/decisions' },
    ],
    sidebar: [...SIDEBAR, ...(others.length > 0 ? [{ text: 'More', items: others }] : [])],
  },
});
