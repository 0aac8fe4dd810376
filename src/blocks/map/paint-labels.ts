import type { WorldBox } from '#src/core/mercator.ts';
import { cutLabel, freeLabels } from './labels.ts';
import { type Look, radiusAt } from './look.ts';
import { eachWithin } from './places.ts';

/** With more places on the picture there is no room for their names. */
const mostLabelled = 1_500;
const gap = 3;

/** Writes the labels of a picture's places: the one that is picked and those that are chosen first. */
export function paintLabels(brush: CanvasRenderingContext2D, look: Look, box: WorldBox, zoom: number): void {
  const { places, classes, off, label, labelsFrom } = look;
  if (label === null || zoom < labelsFrom) return;
  const here: number[] = [];
  eachWithin(places, box, (place) => {
    if (!off.has(classes.of[place] ?? 0)) here.push(place);
  });
  if (here.length > mostLabelled) return;
  const rank = (place: number) => (place === look.picked ? 0 : look.chosen.has(place) ? 1 : 2);
  here.sort((one, other) => rank(one) - rank(other));
  const scale = 256 * 2 ** zoom;
  const aside = radiusAt(zoom) + gap;
  brush.font = '11px system-ui, sans-serif';
  brush.textBaseline = 'middle';
  const labels = here.map((place) => {
    const text = cutLabel(label(place));
    return {
      x: ((places.xs[place] ?? 0) - box.west) * scale,
      y: ((places.ys[place] ?? 0) - box.north) * scale,
      text,
      width: brush.measureText(text).width,
    };
  });
  brush.lineJoin = 'round';
  brush.lineWidth = 3;
  brush.strokeStyle = look.paper;
  brush.fillStyle = look.ink;
  for (const { x, y, text } of freeLabels(labels, aside)) {
    brush.strokeText(text, x + aside, y);
    brush.fillText(text, x + aside, y);
  }
}
