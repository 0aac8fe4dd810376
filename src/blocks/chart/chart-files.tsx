import { type ReactNode, useState } from 'react';
import { saveFile } from '#src/render/save-file.ts';
import type { Drawing, PictureFormat } from './draw.ts';

const formats: readonly PictureFormat[] = ['png', 'svg'];

/** Takes the chart away as a picture, for a report or a letter. */
export function ChartFiles({
  drawing,
  name,
}: {
  readonly drawing: Drawing | null;
  /** What the chart shows; names the file. */
  readonly name: string;
}): ReactNode {
  const [failure, setFailure] = useState('');
  const save = async (format: PictureFormat) => {
    if (!drawing) return;
    try {
      const surface = getComputedStyle(document.documentElement).getPropertyValue('--cad-surface').trim();
      saveFile(await drawing.picture(format, surface || 'white'), `${fileName(name)}.${format}`);
      setFailure('');
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  return (
    <>
      {failure ? <span role="alert">{failure}</span> : null}
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          className="cad-chart-switch"
          aria-label={`Download ${name} as ${format.toUpperCase()}`}
          disabled={drawing === null}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </button>
      ))}
    </>
  );
}

/** Letters, figures and hyphens, which every file system takes. */
function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'chart'
  );
}
