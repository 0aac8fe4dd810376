// Draws the places of one tile.
import type { WorldBox, WorldPoint } from '#src/core/mercator.ts';
import { clustersIn } from './clusters.ts';
import { type Brush, faintness, type Look, radiusAt } from './look.ts';
import { paintClusters } from './paint-clusters.ts';
import { paintLayer } from './paint-layers.ts';
import { eachWithin } from './places.ts';

/** Where the crowds are counted together, a place that lies alone is large enough to be seen. */
export function dotRadius({ clustersBelow }: Pick<Look, 'clustersBelow'>, zoom: number): number {
  return zoom < clustersBelow ? Math.max(4, radiusAt(zoom)) : radiusAt(zoom);
}

/** From here on places have an edge; further away edges would be all that is seen of a town. */
const edgesFrom = 13;
/** More than the widest ring around a place. */
const margin = 6;

/** The tile's square of the plane, `pixels` wide. */
export function tileBox(x: number, y: number, zoom: number): WorldBox {
  const tiles = 2 ** zoom;
  return { west: x / tiles, north: y / tiles, east: (x + 1) / tiles, south: (y + 1) / tiles };
}

/** `shaped` are places that are drawn otherwise. */
export function paintTile(
  brush: Brush,
  look: Look,
  tile: WorldBox,
  pixels: number,
  zoom: number,
  shaped: (place: number) => boolean = () => false,
): void {
  const scale = pixels / (tile.east - tile.west);
  const radius = dotRadius(look, zoom);
  const reach = (radius + margin) / scale;
  const { places, classes } = look;
  const above: number[] = [];
  const box = {
    west: tile.west - reach,
    north: tile.north - reach,
    east: tile.east + reach,
    south: tile.south + reach,
  };
  const at = ({ x, y }: WorldPoint) => [(x - tile.west) * scale, (y - tile.north) * scale] as const;
  const draw = (place: number, around: number) => {
    brush.beginPath();
    const [x, y] = [places.xs[place] ?? 0, places.ys[place] ?? 0];
    brush.arc((x - tile.west) * scale, (y - tile.north) * scale, radius + around, 0, 2 * Math.PI);
  };
  const seen = (place: number) => !look.off.has(classes.of[place] ?? 0) && !shaped(place);
  const dot = (place: number) => {
    if (look.chosen.has(place) || place === look.picked) above.push(place);
    const fill = look.fills[classes.of[place] ?? 0] ?? null;
    brush.globalAlpha = look.faint.has(place) ? faintness : 1;
    draw(place, 0);
    if (fill !== null) {
      brush.fillStyle = fill;
      brush.fill();
    }
    if (fill !== null && zoom < edgesFrom) return;
    brush.lineWidth = fill === null ? 1.5 : 0.75;
    brush.strokeStyle = fill === null ? look.ring : look.edge;
    brush.stroke();
  };
  if (zoom < look.clustersBelow) {
    const { clusters, alone } = clustersIn(places, box, zoom, seen);
    alone.forEach(dot);
    paintClusters(brush, look, clusters, at);
    if (look.picked !== null) above.push(look.picked);
  } else
    eachWithin(places, box, (place) => {
      if (seen(place)) dot(place);
    });
  brush.globalAlpha = 1;
  for (const layer of look.layers) if (!layer.areas) paintLayer(brush, layer, box, zoom, at, look);
  brush.strokeStyle = look.accent;
  for (const place of above) {
    brush.lineWidth = place === look.picked ? 3 : 2;
    draw(place, place === look.picked ? 3 : 1.5);
    brush.stroke();
  }
}
