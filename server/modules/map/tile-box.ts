import { centimetresOf } from '#src/core/mercator.ts';

/** A tile as the database has boxes, in metres. */
export function tileBox(zoom: number, x: number, y: number): string {
  const corner = (column: number, row: number) =>
    centimetresOf({ x: column / 2 ** zoom, y: row / 2 ** zoom })
      .map((at) => at / 100)
      .join();
  return `(${corner(x + 1, y)}),(${corner(x, y + 1)})`;
}
