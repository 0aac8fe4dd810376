import type { WorldBox, WorldPoint } from '#src/core/mercator.ts';
import { clustersIn } from './clusters.ts';
import { cutLabel, freeLabels, hiddenSpot, type Label, lineHeight, type Spot } from './labels.ts';
import { type Look, radiusAt } from './look.ts';
import { stopSpots } from './paint-visits.ts';
import type { Parcel } from './parcels.ts';
import { eachWithin, type Places } from './places.ts';

/** With more places on the picture there is no room for their names. */
const mostLabelled = 1_500;
const gap = 3;
/** The name of a layer's area may be wider than it by so much; rows that are areas lie side by side, and each has its label inside. */
const spare = 1.6;
const font = 'system-ui, sans-serif';

/** Writes the labels of a picture: of the places, the one that is picked and those that are chosen first, then of the layers' areas. Stops
 * have their numbers where other places have nothing. Returns how many are written. `shaped` are places that are drawn as shapes: these have theirs in the middle. */
export function paintLabels(
  brush: CanvasRenderingContext2D,
  look: Look,
  stops: readonly WorldPoint[],
  box: WorldBox,
  zoom: number,
  shaped: (place: number) => boolean = () => false,
): number {
  const scale = 256 * 2 ** zoom;
  const numbers = stopSpots(brush, stops, box, zoom);
  const aside = Math.max(radiusAt(zoom), ...numbers.slice(0, 1).map(({ radius }) => radius)) + gap;
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
  const spots = [...circlesOf(look, box, zoom), ...numbers];
  const inMiddle = (places: Places, place: number, text: string, width: number, around: readonly Spot[]) => {
    const { x, y: middle } = at(places, place);
    const y = besideSpots(around, x, middle, width);
    if (y !== null) written.push({ x: x - width / 2, y, text, width, before: gap, font: brush.font });
  };
  /** The first of the texts that has room. */
  const inArea = (places: Places, area: Parcel, texts: readonly string[]) => {
    const wide = (area.bounds.maxX - area.bounds.minX) * scale;
    const room = places === look.places ? wide - 2 * gap : wide * spare;
    for (const text of texts) {
      const { width } = brush.measureText(text);
      if (width > room) continue;
      inMiddle(places, area.id, text, width, spots);
      return;
    }
  };

  brush.font = `11px ${font}`;
  for (const place of labelled(look, box, zoom)) {
    const text = cutLabel(look.label?.(place) ?? '');
    const area = look.areas?.[place];
    const { width } = brush.measureText(text);
    if (area) inArea(look.places, area, [text, cutLabel(look.shortLabel?.(place) ?? '')]);
    else if (shaped(place)) inMiddle(look.places, place, text, width, numbers);
    else {
      const { x, y } = at(look.places, place);
      if (hiddenSpot(numbers, x + aside + width / 2, y, width)) continue;
      // What belongs to it stands before it.
      written.push({ x: x + aside, y, text, width, before: aside, font: brush.font });
    }
  }
  brush.font = `600 12px ${font}`;
  for (const { areas, places, label } of look.layers)
    for (const area of areas ?? []) {
      const text = cutLabel(label?.(area.id) ?? '');
      const { x, y } = at(places, area.id);
      if (x >= 0 && y >= 0 && x <= (box.east - box.west) * scale && y <= (box.south - box.north) * scale)
        inArea(places, area, [text]);
    }
  const free = freeLabels(written);
  for (const label of free) {
    brush.font = label.font;
    brush.strokeText(label.text, label.x, label.y);
    brush.fillText(label.text, label.x, label.y);
  }
  return free.length;
}

/** What stands for places that lie close, in pixels of the picture; with a number in its middle, which no name may hide. */
function circlesOf(
  { places, classes, off, clustersBelow }: Look,
  box: WorldBox,
  zoom: number,
): readonly Spot[] {
  if (zoom >= clustersBelow) return [];
  const scale = 256 * 2 ** zoom;
  const seen = (place: number) => !off.has(classes.of[place] ?? 0);
  return clustersIn(places, box, zoom, seen).clusters.map(({ x, y, radius }) => ({
    x: (x - box.west) * scale,
    y: (y - box.north) * scale,
    radius,
  }));
}

/** Where a name that stands over its middle hides nothing: there, else below what it would hide, else nowhere. */
function besideSpots(spots: readonly Spot[], x: number, y: number, width: number): number | null {
  const first = hiddenSpot(spots, x, y, width);
  if (!first) return y;
  const below = first.y + first.radius + lineHeight / 2 + 1;
  return hiddenSpot(spots, x, below, width) ? null : below;
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
