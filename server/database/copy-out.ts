import { Duplex } from 'node:stream';
import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';

function socketOf(client: pg.ClientBase): Duplex | null {
  const connection: unknown = Reflect.get(client, 'connection');
  const socket: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : null;
  return socket instanceof Duplex ? socket : null;
}

/**
 * `copy … to stdout`. Who leaves before its end breaks the connection: the server would go on sending what nobody
 * takes, and whatever is asked next on the connection, the end of its transaction too, would wait for ever.
 */
export function copyOut(client: pg.ClientBase, text: string): CopyToStreamQuery {
  const stream = client.query(copyTo(text));
  let over = false;
  stream.once('end', () => {
    over = true;
  });
  stream.once('close', () => {
    if (!over) socketOf(client)?.destroy();
  });
  return stream;
}
