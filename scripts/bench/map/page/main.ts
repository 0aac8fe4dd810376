// 50,000 shapes on one screen: on the tiles of the map's block, or as polygons on leaflet's canvas layer.
import L from 'leaflet';
import type { Look } from '#src/blocks/map/look.ts';
import { openMap } from '#src/blocks/map/open-map.ts';
import { tileBox } from '#src/blocks/map/paint.ts';
import { paintParcels } from '#src/blocks/map/paint-parcels.ts';
import { type Parcel, parcelsMeeting } from '#src/blocks/map/parcels.ts';
import { placesOf } from '#src/blocks/map/places.ts';
import { degreesOf, worldPoint } from '#src/core/mercator.ts';
import { boundsOfRings } from '#src/core/rings.ts';

const columns = 250;
const lines = 200;
/** Columns further east, for the map that is moved on and on: as dense, and never drawn before. */
const eastwards = 650;
const onwards = !location.search.includes('leaflet');
/** What it takes to move a map at all. */
const isEmpty = location.search.includes('empty');
const pixel = 1 / (256 * 2 ** 15);
const middle = worldPoint(-32.8, 151.4);
const [width, height] = [6 * pixel, 5 * pixel];
const colours = ['#b3d4ec', '#7db4dc', '#4590c6', '#1c68a6', '#0b3c74'];

/** Eight corners each; the first 50,000 are around the middle. */
const parcels = Array.from({ length: (columns + (onwards ? eastwards : 0)) * lines }, (_, id): Parcel => {
  const x = middle.x + (Math.floor(id / lines) - columns / 2) * width;
  const y = middle.y + ((id % lines) - lines / 2) * height;
  const [w, h] = [width * 0.9, height * 0.9];
  const ring = Float64Array.from([
    x,
    y,
    x + w / 2,
    y,
    x + w,
    y,
    x + w,
    y + h / 2,
    x + w,
    y + h,
    x + w / 2,
    y + h,
    x,
    y + h,
    x,
    y + h / 2,
  ]);
  return { id, rings: [ring], bounds: boundsOfRings([ring]) };
});

const element = document.querySelector<HTMLElement>('#map');
if (!element) throw new Error('The page has no map.');
const view = { latitude: -32.8, longitude: 151.4, zoom: 15 };
const given = globalThis as { redraw?: () => void; selectMs?: () => readonly [number, number] };

if (!onwards) {
  const map = L.map(element, {
    preferCanvas: true,
    zoomAnimation: false,
    fadeAnimation: false,
    inertia: false,
  });
  map.setView([view.latitude, view.longitude], view.zoom);
  const renderer = L.canvas();
  for (const { id, rings } of isEmpty ? [] : parcels) {
    const [ring = []] = rings;
    const corners = Array.from({ length: ring.length / 2 }, (_, i) => {
      const { latitude, longitude } = degreesOf({ x: ring[2 * i] ?? 0, y: ring[2 * i + 1] ?? 0 });
      return L.latLng(latitude, longitude);
    });
    L.polygon(corners, {
      renderer,
      weight: 0.75,
      color: '#1c2127',
      fillColor: colours[id % 5] ?? '',
      fillOpacity: 1,
    }).addTo(map);
  }
} else {
  // As many rows as shapes, so that all are filled.
  const rows = parcels.map(({ id, bounds }) => {
    const at = degreesOf({ x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2 });
    return { id, lat: at.latitude, lon: at.longitude };
  });
  const places = placesOf(rows, 'lat', 'lon');
  const rowsOf = new Map(places.rows.map((row, place) => [Number(row.id), [place]]));
  /** As the server sends them: in tiles of zoom 14. */
  const tiles = new Map<string, Parcel[]>();
  for (const parcel of parcels) {
    const { minX, minY, maxX, maxY } = parcel.bounds;
    for (let x = Math.floor(minX * 2 ** 14); x <= maxX * 2 ** 14; x++)
      for (let y = Math.floor(minY * 2 ** 14); y <= maxY * 2 ** 14; y++) {
        const key = `${x}/${y}`;
        const known = tiles.get(key);
        if (known) known.push(parcel);
        else tiles.set(key, [parcel]);
      }
  }
  const nothing = () => {};
  const look: Look = {
    places,
    classes: { classes: [], of: Uint16Array.from(places.rows, ({ id }) => Number(id) % 5) },
    off: new Set(),
    fills: colours,
    edge: '#1c2127',
    ring: '#5c6673',
    accent: '#ac2f33',
    ink: '#1c2127',
    paper: '#ffffff',
    faint: new Set(),
    chosen: new Set(),
    picked: null,
    clustersBelow: 0,
    label: null,
    shortLabel: null,
    areas: null,
    labelsFrom: 99,
    layers: [],
  };
  const map = openMap(
    element,
    view,
    null,
    {
      paint: (brush, pixels, x, y, zoom) => {
        const near = tiles.get(`${x >> 1}/${y >> 1}`) ?? [];
        paintParcels(brush, look, near, rowsOf, tileBox(x, y, zoom), pixels);
      },
      write: () => false,
    },
    {
      onPick: nothing,
      onBox: nothing,
      onPolygon: nothing,
      onRadius: nothing,
      onSketch: nothing,
      onTell: nothing,
      onLeave: nothing,
      onView: nothing,
    },
  );
  given.redraw = () => map.repaint();
  given.selectMs = () => {
    const corners = Array.from({ length: 24 }, (_, i) => ({
      x: middle.x + Math.cos((i * Math.PI) / 12) * 40 * width * (i % 2 ? 0.9 : 1.1),
      y: middle.y + Math.sin((i * Math.PI) / 12) * 40 * height * (i % 2 ? 0.9 : 1.1),
    }));
    const from = performance.now();
    const found = parcelsMeeting(parcels.slice(0, columns * lines), corners).length;
    return [found, performance.now() - from];
  };
}
Object.assign(given, { ready: true });
