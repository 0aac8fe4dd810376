import yazl from 'yazl';

/** A zip of the given members, in their order. */
export async function zipOf(members: Readonly<Record<string, Buffer>>, compress = true): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(members))
    zip.addBuffer(bytes, name, { mtime: new Date(0), compress });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
