/**
 * @file Plays animation channels on a scene graph: world matrices at any time, without allocating per frame.
 */

import { composeMatrix4Into, type Matrix4, multiplyMatrix4Into } from '../../math/matrix4.js';
import { type Channel, sampleChannelInto } from './channels.js';
import { type SceneGraph, withAncestors } from './scene-graph.js';

export interface GraphPlayer {
  /** World matrix of each node that is played, by node; `seek` overwrites them. */
  readonly worlds: readonly Matrix4[];
  /** Moves to a time, seconds. */
  seek(time: number): void;
}

/** Plays the given nodes and whatever is above them; −1 stands for a root that is not in the file. */
export function createGraphPlayer(
  graph: SceneGraph,
  nodes: readonly number[],
  channels: readonly Channel[],
): GraphPlayer {
  const played = withAncestors(graph, nodes);
  const channelsOf = new Map<number, Channel[]>();
  for (const channel of channels) {
    const list = channelsOf.get(channel.node);
    if (list) list.push(channel);
    else channelsOf.set(channel.node, [channel]);
  }
  const worlds: Matrix4[] = [];
  const steps = graph.order
    .filter((node) => played.has(node))
    .map((node) => {
      worlds[node] = Float64Array.from(graph.worlds[node]);
      const own = channelsOf.get(node) ?? [];
      const usual = graph.defaults[node];
      return {
        node,
        parent: graph.parents[node],
        channels: own,
        local: own.length > 0 ? Float64Array.from(graph.locals[node]) : graph.locals[node],
        translation: Float64Array.from(usual.translation),
        rotation: Float64Array.from(usual.rotation),
        scale: Float64Array.from(usual.scale),
      };
    });
  return {
    worlds,
    seek(time) {
      for (const step of steps) {
        if (step.channels.length > 0) {
          for (const channel of step.channels) sampleChannelInto(step[channel.path], 0, channel, time);
          composeMatrix4Into(step.local, step.translation, step.rotation, step.scale);
        }
        if (step.parent < 0) worlds[step.node].set(step.local);
        else multiplyMatrix4Into(worlds[step.node], worlds[step.parent], step.local);
      }
    },
  };
}
