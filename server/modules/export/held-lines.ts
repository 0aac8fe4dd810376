// Lines of a file as they come, in bytes: an object and its words for each of millions take three times as much.
import { type Line, lineEnd, type OwnLines } from './export-lines.ts';

const chunkBytes = 256 * 1024;
const firstLines = 256;

interface Chunk {
  readonly bytes: Buffer;
  used: number;
}

/** Lines one after the other, each with its end. */
class Pack {
  readonly #chunks: Chunk[] = [];
  #lengths = new Uint32Array(firstLines);
  /** Not a number where a line is of no item. */
  #items = new Float64Array(firstLines);
  #count = 0;

  push(item: number | null, text: string): void {
    const line = text + lineEnd;
    const length = Buffer.byteLength(line);
    let chunk = this.#chunks.at(-1);
    if (!chunk || chunk.used + length > chunk.bytes.length) {
      chunk = { bytes: Buffer.allocUnsafe(Math.max(this.#roomFor(), length)), used: 0 };
      this.#chunks.push(chunk);
    }
    chunk.bytes.write(line, chunk.used);
    chunk.used += length;
    if (this.#count === this.#lengths.length) {
      this.#lengths = grown(this.#lengths, new Uint32Array(2 * this.#count));
      this.#items = grown(this.#items, new Float64Array(2 * this.#count));
    }
    this.#lengths[this.#count] = length;
    this.#items[this.#count] = item ?? Number.NaN;
    this.#count += 1;
  }

  /** A district of few lines takes little room. */
  #roomFor(): number {
    return Math.min(chunkBytes, 4_096 * 2 ** this.#chunks.length);
  }

  /** How many there are, and their bytes, without those of some items. */
  without(bad: ReadonlySet<number | null>): OwnLines {
    if (bad.size === 0)
      return { count: this.#count, bytes: this.#chunks.map(({ bytes, used }) => bytes.subarray(0, used)) };
    const kept: Uint8Array[] = [];
    let [count, line] = [0, 0];
    for (const { bytes, used } of this.#chunks)
      for (let at = 0; at < used; line++) {
        const [length, item] = [this.#lengths[line] ?? 0, this.#items[line] ?? Number.NaN];
        if (Number.isNaN(item) || !bad.has(item)) {
          kept.push(bytes.subarray(at, at + length));
          count += 1;
        }
        at += length;
      }
    return { count, bytes: kept };
  }
}

function grown<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

const none: OwnLines = { count: 0, bytes: [] };

/** Lines of one kind, in the order in which they came: of each district by themselves, or all together. */
export class HeldLines {
  readonly #packs = new Map<string, Pack>();
  readonly #together: boolean;
  #length = 0;

  constructor(together = false) {
    this.#together = together;
  }

  get length(): number {
    return this.#length;
  }

  push({ item, district, text }: Line): void {
    const key = this.#together ? '' : district;
    let pack = this.#packs.get(key);
    if (!pack) {
      pack = new Pack();
      this.#packs.set(key, pack);
    }
    pack.push(item, text);
    this.#length += 1;
  }

  /** Those of a district, without those of some items. */
  of(district: string, bad: ReadonlySet<number | null>): OwnLines {
    return this.#packs.get(this.#together ? '' : district)?.without(bad) ?? none;
  }
}
