// The classes' colours, of the page's theme: a ramp for figures, the colours of charts for the rest.
import type { ThemeClass } from './classes.ts';

const rampSteps = 5;
const categories = 8;

/** The custom property that has a class's colour; null for rows without a value, which are rings. */
export function colourName({ colour }: ThemeClass): string | null {
  if (colour === null) return null;
  if ('ramp' in colour) return `--cad-map-${Math.round(colour.ramp * (rampSteps - 1)) + 1}`;
  return `--cad-chart-${Math.min(colour.category + 1, categories)}`;
}

/** The colours in force at an element. */
export function readColours(element: Element, classes: readonly ThemeClass[]) {
  const style = getComputedStyle(element);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    fills: classes.map((one) => {
      const name = colourName(one);
      return name === null ? null : read(name, '#0072b2');
    }),
    edge: read('--cad-map-edge', '#1c2127'),
    ring: read('--cad-muted', '#5c6673'),
    accent: read('--cad-bad', '#ac2f33'),
    ink: read('--cad-text', '#1c2127'),
    paper: read('--cad-surface', '#ffffff'),
  };
}
