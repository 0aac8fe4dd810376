// The picture of a map in a browser, and where a place is on it.
import type { Locator, Page } from 'playwright';
import type { View } from '#src/blocks/map/view.ts';
import { type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import type { TestDatabase } from './database.ts';

export const mapPicture = (page: Page): Locator => page.getByRole('application', { name: /^Map/ });

/** Where a point of the plane is on screen while the map stands as `view` says. */
export async function pixelAt(
  page: Page,
  { latitude, longitude, zoom }: View,
  at: WorldPoint,
): Promise<{ readonly x: number; readonly y: number }> {
  const area = await mapPicture(page).boundingBox();
  if (!area) throw new Error('The map is not drawn.');
  const middle = worldPoint(latitude, longitude);
  const pixels = 256 * 2 ** zoom;
  return {
    x: area.x + area.width / 2 + (at.x - middle.x) * pixels,
    y: area.y + area.height / 2 + (at.y - middle.y) * pixels,
  };
}

export function pixelOf(page: Page, view: View, lat: number, lon: number) {
  return pixelAt(page, view, worldPoint(lat, lon));
}

/** The address of a map of properties. */
export async function addMap({ database }: TestDatabase, ids: readonly number[]): Promise<string> {
  const { rows } = await database.owner((client) =>
    client.query<{ uuid: string }>(
      `insert into map_state (list, search_type, criteria)
       values ('properties', 'full', jsonb_build_array(jsonb_build_object('fld', 'id', 'op', 'oneof', 'val', $1::jsonb)))
       returning uuid`,
      [JSON.stringify(ids)],
    ),
  );
  return `/map/${rows[0]?.uuid}`;
}
