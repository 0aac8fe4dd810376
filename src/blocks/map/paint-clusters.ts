// Draws clusters: a ring with the classes of their places around how many they are.
import { type Cluster, countText, sharesOf } from './clusters.ts';
import type { Brush, Look } from './look.ts';

const thick = 5;

export function paintClusters(
  brush: Brush,
  look: Look,
  clusters: readonly Cluster[],
  at: (point: { readonly x: number; readonly y: number }) => readonly [number, number],
): void {
  brush.globalAlpha = 1;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.font = '600 11px system-ui, sans-serif';
  for (const cluster of clusters) {
    const [x, y] = at(cluster);
    const { radius } = cluster;
    brush.beginPath();
    brush.arc(x, y, radius, 0, 2 * Math.PI);
    brush.fillStyle = look.paper;
    brush.fill();
    brush.lineWidth = thick;
    // From the top on, clockwise, in the order of the legend.
    let from = -Math.PI / 2;
    for (const [at, share] of sharesOf(look.classes, cluster)) {
      const to = from + share * 2 * Math.PI;
      brush.beginPath();
      brush.arc(x, y, radius - thick / 2, from, to);
      brush.strokeStyle = look.fills[at] ?? look.ring;
      brush.stroke();
      from = to;
    }
    brush.beginPath();
    brush.arc(x, y, radius, 0, 2 * Math.PI);
    const chosen = cluster.places.some((place) => look.chosen.has(place));
    brush.lineWidth = chosen ? 2 : 0.75;
    brush.strokeStyle = chosen ? look.accent : look.edge;
    brush.stroke();
    brush.fillStyle = look.ink;
    brush.fillText(countText(cluster.places.length), x, y);
  }
}
