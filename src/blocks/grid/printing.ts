// Paper shows rows that are not here yet: they are fetched before the browser is asked to print.
import { isKey } from '#src/render/keys.ts';
import { printKey } from './grid-keys.ts';

type Prepare = () => Promise<void>;

const prepared = new Set<Prepare>();

/** Prints the page when every table on it has its rows. */
export async function printPage(): Promise<void> {
  await Promise.all([...prepared].map((prepare) => prepare()));
  window.print();
}

function pressed(event: KeyboardEvent): void {
  if (!isKey(event, printKey)) return;
  event.preventDefault();
  void printPage();
}

/** Has `prepare` run before the page is printed by its keys or by a button; the result takes it out again. */
export function beforePrinting(prepare: Prepare): () => void {
  if (prepared.size === 0) document.addEventListener('keydown', pressed);
  prepared.add(prepare);
  return () => {
    prepared.delete(prepare);
    if (prepared.size === 0) document.removeEventListener('keydown', pressed);
  };
}
