/** Degrees to the right by which a camera says that its JPEG is to be shown (Exif 2.32, tag 0x0112); 0 where it says nothing. */
export function cameraTurn(bytes: Uint8Array): 0 | 90 | 180 | 270 {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return 0;
  let at = 2;
  // Segments: a marker, then their length with itself.
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const [marker, length] = [view.getUint8(at + 1), view.getUint16(at + 2)];
    if (marker === 0xda || length < 2) return 0;
    if (marker === 0xe1 && at + 4 + 14 <= view.byteLength && view.getUint32(at + 4) === 0x45786966)
      return orientationOf(view, at + 10);
    at += 2 + length;
  }
  return 0;
}

const turns: { readonly [orientation: number]: 90 | 180 | 270 } = { 3: 180, 6: 90, 8: 270 };

/** In the TIFF directory that begins at `base`. */
function orientationOf(view: DataView, base: number): 0 | 90 | 180 | 270 {
  const little = view.getUint16(base) === 0x4949;
  const directory = base + view.getUint32(base + 4, little);
  if (directory + 2 > view.byteLength) return 0;
  const entries = view.getUint16(directory, little);
  for (let n = 0; n < entries; n += 1) {
    const entry = directory + 2 + n * 12;
    if (entry + 12 > view.byteLength) return 0;
    if (view.getUint16(entry, little) === 0x0112) return turns[view.getUint16(entry + 8, little)] ?? 0;
  }
  return 0;
}
