// Pictures of streets under the places, from the one host that the server's settings name; none is named by default.
import L from 'leaflet';

/** In place of a tile that does not come: nothing, and the map goes on. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

const setting = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="cadastre-${name}"]`)?.content ?? '';

/** Whom the pictures are of, as the host wants it said; empty without pictures. */
export function baseCredit(): string {
  return setting('map-tiles') === '' ? '' : setting('map-tiles-credit');
}

export function addBaseTiles(map: L.Map): void {
  const address = setting('map-tiles');
  if (address === '') return;
  L.tileLayer(address, { errorTileUrl: nothing, className: 'cad-map-base', zIndex: 0, maxZoom: 20 }).addTo(
    map,
  );
}
