import { type DistrictShape, districts } from './shape.ts';
import type { DemoSize } from './size.ts';

/** Districts that are made and loaded together: what is held in memory at a time. */
export interface Chapter {
  readonly size: DemoSize;
  readonly shapes: readonly DistrictShape[];
  /** Sales of the chapters before: dealings are numbered behind theirs. */
  readonly salesBefore: number;
}

/** What of its share a district has, in turn: a state has few large ones and many small ones. */
const unequal = [1, 0.5, 2, 1, 0.5, 1, 4] as const;

/** The six districts of the demo and the others of a state, each shaped like one of these and lying apart. */
function shapesWith(others: readonly string[]): readonly DistrictShape[] {
  const [first] = districts;
  if (!first) return [];
  const known = new Set(districts.map(({ code }) => code));
  const added = others
    .filter((code) => !known.has(code))
    .map((code, n): DistrictShape => {
      const model = districts[n % districts.length] ?? first;
      return {
        ...model,
        code,
        properties: model.properties * (unequal[n % unequal.length] ?? 1),
        postcode: String(2_000 + ((n * 13) % 860)),
        lat: -29.2 - (n % 11) * 0.72,
        lon: 142.6 + Math.floor(n / 11) * 0.66,
        price: Math.round((model.price * (0.75 + (n % 9) * 0.1)) / 1_000) * 1_000,
      };
    });
  return [...districts, ...added];
}

/** So many properties in all, and suburbs that grow half as fast. */
function grown(shapes: readonly DistrictShape[], properties: number): readonly DistrictShape[] {
  const all = shapes.reduce((sum, shape) => sum + shape.properties, 0);
  if (properties === all) return shapes;
  const factor = properties / all;
  let left = properties;
  return shapes.map((shape, n) => {
    const own = n === shapes.length - 1 ? left : Math.round(shape.properties * factor);
    left -= own;
    const suburbs = Math.ceil(shape.suburbs * Math.max(1, own / usualOf(shape) / 2));
    return { ...shape, properties: own, suburbs };
  });
}

/** Properties of the demo's district that a shape is taken from. */
function usualOf({ zones }: DistrictShape): number {
  return districts.find((one) => one.zones === zones)?.properties ?? 1;
}

/** The demo in one chapter, a state in many. */
export function chaptersOf(size: DemoSize): readonly Chapter[] {
  const shapes = grown(shapesWith(size.others ?? []), size.properties);
  const groups: DistrictShape[][] = [[]];
  let inLast = 0;
  for (const [n, shape] of shapes.entries()) {
    // The six have their planted cases in common.
    if (n >= districts.length && inLast >= (size.chapter ?? Infinity)) {
      groups.push([]);
      inLast = 0;
    }
    groups.at(-1)?.push(shape);
    inLast += shape.properties;
  }
  let [properties, sales, analyses] = [0, 0, 0];
  const upTo = (whole: number) => Math.round((whole * properties) / size.properties);
  return groups.map((own) => {
    const before = { properties, sales, analyses };
    properties += own.reduce((sum, shape) => sum + shape.properties, 0);
    [sales, analyses] = [upTo(size.sales), upTo(size.analyses)];
    return {
      shapes: own,
      salesBefore: before.sales,
      size: {
        ...size,
        properties: properties - before.properties,
        sales: sales - before.sales,
        analyses: analyses - before.analyses,
      },
    };
  });
}
