import type { WorldBox } from '#src/core/mercator.ts';
import { clustersIn } from './clusters.ts';
import { cutLabel, freeLabels, type Label, lineHeight } from './labels.ts';
import { type Look, radiusAt } from './look.ts';
import type { Parcel } from './parcels.ts';
import { eachWithin, type Places } from './places.ts';

/** With more places on the picture there is no room for their names. */
const mostLabelled = 1_500;
const gap = 3;
/** An area that is narrower than its name by this share of it has no room for it. */
const spare = 1.6;
const font = 'system-ui, sans-serif';

/** Writes the labels of a picture: of the places, the one that is picked and those that are chosen first, then of the layers' areas. */
export function paintLabels(brush: CanvasRenderingContext2D, look: Look, box: WorldBox, zoom: number): void {
  const scale = 256 * 2 ** zoom;
  const aside = radiusAt(zoom) + gap;
  brush.textAlign = 'start';
  brush.textBaseline = 'middle';
  brush.lineJoin = 'round';
  brush.lineWidth = 3;
  brush.strokeStyle = look.paper;
  brush.fillStyle = look.ink;
  const written: (Label & { readonly font: string })[] = [];
  const at = ({ xs, ys }: Places, place: number) => ({
    x: ((xs[place] ?? 0) - box.west) * scale,
    y: ((ys[place] ?? 0) - box.north) * scale,
  });
  const circles = circlesOf(look, box, zoom);
  const inArea = (places: Places, area: Parcel, text: string) => {
    const { width } = brush.measureText(text);
    if (width > (area.bounds.maxX - area.bounds.minX) * scale * spare) return;
    const { x, y: middle } = at(places, area.id);
    const y = besideCircles(circles, x, middle, width);
    if (y === null) return;
    written.push({ x: x - width / 2 - aside, y, text, width, font: brush.font });
  };

  brush.font = `11px ${font}`;
  for (const place of labelled(look, box, zoom)) {
    const text = cutLabel(look.label?.(place) ?? '');
    const area = look.areas?.[place];
    if (area) inArea(look.places, area, text);
    else
      written.push({
        ...at(look.places, place),
        text,
        width: brush.measureText(text).width,
        font: brush.font,
      });
  }
  brush.font = `600 12px ${font}`;
  for (const { areas, places, label } of look.layers)
    for (const area of areas ?? []) {
      const text = cutLabel(label?.(area.id) ?? '');
      const { x, y } = at(places, area.id);
      if (x >= 0 && y >= 0 && x <= (box.east - box.west) * scale && y <= (box.south - box.north) * scale)
        inArea(places, area, text);
    }
  for (const label of freeLabels(written, aside)) {
    brush.font = label.font;
    brush.strokeText(label.text, label.x + aside, label.y);
    brush.fillText(label.text, label.x + aside, label.y);
  }
}

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** What stands for places that lie close, in pixels of the picture; with a number in its middle, which no name may hide. */
function circlesOf(
  { places, classes, off, clustersBelow }: Look,
  box: WorldBox,
  zoom: number,
): readonly Circle[] {
  if (zoom >= clustersBelow) return [];
  const scale = 256 * 2 ** zoom;
  const seen = (place: number) => !off.has(classes.of[place] ?? 0);
  return clustersIn(places, box, zoom, seen).clusters.map(({ x, y, radius }) => ({
    x: (x - box.west) * scale,
    y: (y - box.north) * scale,
    radius,
  }));
}

/** Where a name that stands over its middle hides no circle: there, else below the circle, else nowhere. */
function besideCircles(circles: readonly Circle[], x: number, y: number, width: number): number | null {
  const hidden = (at: number) =>
    circles.find(
      (circle) =>
        Math.abs(circle.x - x) < circle.radius + width / 2 &&
        Math.abs(circle.y - at) < circle.radius + lineHeight / 2,
    );
  const first = hidden(y);
  if (!first) return y;
  const below = first.y + first.radius + lineHeight / 2 + 1;
  return hidden(below) ? null : below;
}

/** The places of a picture that may have a label, the most wanted first. */
function labelled(
  { places, classes, off, label, labelsFrom, picked, chosen }: Look,
  box: WorldBox,
  zoom: number,
): readonly number[] {
  if (label === null || zoom < labelsFrom) return [];
  const here: number[] = [];
  eachWithin(places, box, (place) => {
    if (!off.has(classes.of[place] ?? 0)) here.push(place);
  });
  if (here.length > mostLabelled) return [];
  const rank = (place: number) => (place === picked ? 0 : chosen.has(place) ? 1 : 2);
  return here.sort((one, other) => rank(one) - rank(other));
}
