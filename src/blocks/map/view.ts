export interface View {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** `-33.86880,151.20930,14`: five decimals are a metre. */
export function writeView({ latitude, longitude, zoom }: View): string {
  return `${latitude.toFixed(5)},${longitude.toFixed(5)},${zoom}`;
}

/** A view as `writeView` has it; null for anything else, which somebody may have typed. */
export function readView(text: string | undefined): View | null {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(\d{1,2})$/.exec(text ?? '');
  if (!match) return null;
  const [latitude = 0, longitude = 0, zoom = 0] = match.slice(1).map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom <= 22
    ? { latitude, longitude, zoom }
    : null;
}

/** The zoom at which a pixel is so wide a part of the plane. */
export function zoomOf(pixel: number): number {
  return Math.round(-Math.log2(pixel * 256));
}
