// A file that the server keeps is fetched on from where a connection broke.

const mostTries = 6;

type Again = (headers: { readonly [name: string]: string }) => Promise<Response>;

const waitABit = (tries: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.min(10_000, 500 * 2 ** tries)));

/**
 * The whole file whose first answer this is. `again` asks for it with further headers, and throws where the server
 * refuses; after some tries in which nothing came, what failed is thrown.
 */
export async function readKept(
  first: Response,
  tag: string,
  again: Again,
  pause: (tries: number) => Promise<void> = waitABit,
): Promise<Blob> {
  const size = Number(first.headers.get('content-length') ?? Number.NaN);
  const type = first.headers.get('content-type') ?? '';
  let parts: BlobPart[] = [];
  let got = 0;
  let tries = 0;
  const read = async (response: Response) => {
    const reader = response.body?.getReader();
    while (!(got >= size)) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      parts.push(piece.value);
      got += piece.value.length;
      if (piece.value.length > 0) tries = 0;
    }
    if (got < size) throw new Error(`${got} of ${size} bytes came.`);
  };
  const next = async () => {
    await pause(tries);
    const response = await again({ range: `bytes=${got}-`, 'if-range': tag });
    if (response.status !== 206) {
      // Another file than the one that was begun comes whole.
      parts = [];
      got = 0;
    }
    return response;
  };
  let answer: Response | null = first;
  for (;;) {
    try {
      await read(answer ?? (await next()));
      return new Blob(parts, { type });
    } catch (error) {
      answer = null;
      tries += 1;
      if (tries >= mostTries) throw error;
    }
  }
}
