// How much ground a shape covers.
import { degreesOf, worldOfCentimetres } from './mercator.ts';
import { boundsOfRings, type Rings, ringsArea } from './rings.ts';

/** First eccentricity squared of GRS80, the ellipsoid of GDA2020. */
const eccentricity = 0.006_694_380_022_9;

/** Square metres of the ground in one of the plane (EPSG:3857) at a latitude: the product of both radii of curvature over the plane's own. */
export function groundShare(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180) ** 2;
  return ((1 - sine) * (1 - eccentricity)) / (1 - eccentricity * sine) ** 2;
}

/** Square metres, to a tenth, of rings in centimetres of the plane: on the ellipsoid, at the latitude of their middle. */
export function shapeArea(rings: Rings): number {
  const { minX, minY, maxY } = boundsOfRings(rings);
  const { latitude } = degreesOf(worldOfCentimetres(minX, (minY + maxY) / 2));
  return Math.round((ringsArea(rings) / 10_000) * groundShare(latitude) * 10) / 10;
}
