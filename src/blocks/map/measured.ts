// Lengths and areas in words.
import { formatValue } from '#src/core/format.ts';
import { lengthOf, squareMetresOf, type WorldPoint } from '#src/core/mercator.ts';

const kilometresFrom = 10_000;
const squareMetresPerHectare = 10_000;

/** `850 m`, `12.4 km`. */
export function lengthText(metres: number): string {
  if (metres < kilometresFrom) return `${formatValue('integer', Math.round(metres))} m`;
  return `${(metres / 1_000).toLocaleString('en-AU', { maximumFractionDigits: 1 })} km`;
}

/** `12,340 m² (1.234 ha)`. */
export function areaText(squareMetres: number): string {
  const hectares = (squareMetres / squareMetresPerHectare).toLocaleString('en-AU', {
    maximumFractionDigits: 4,
  });
  return `${formatValue('integer', Math.round(squareMetres))} m² (${hectares} ha)`;
}

/** What is measured so far; from three points on with the area that they go around. */
export function measuredText(points: readonly WorldPoint[]): string {
  const length = `Length ${lengthText(lengthOf(points))}`;
  return points.length < 3 ? length : `${length} · Area ${areaText(squareMetresOf(points))}`;
}
