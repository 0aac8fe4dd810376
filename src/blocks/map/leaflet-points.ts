// Points of the plane as leaflet has them, and back.
import L from 'leaflet';
import { degreesOf, type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';

export const point = ({ lat, lng }: L.LatLng): WorldPoint => worldPoint(lat, lng);

export const latLng = (at: WorldPoint): L.LatLng => {
  const { latitude, longitude } = degreesOf(at);
  return L.latLng(latitude, longitude);
};

export const bounds = ({ west, north, east, south }: WorldBox): L.LatLngBounds =>
  L.latLngBounds(latLng({ x: west, y: north }), latLng({ x: east, y: south }));

export function boxOf(one: WorldPoint, other: WorldPoint): WorldBox {
  return {
    west: Math.min(one.x, other.x),
    north: Math.min(one.y, other.y),
    east: Math.max(one.x, other.x),
    south: Math.max(one.y, other.y),
  };
}

/** Whether a click adds to what is chosen. */
export function adds(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey;
}
