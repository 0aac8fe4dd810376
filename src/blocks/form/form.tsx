import { Suspense } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { lazyPart } from '#src/render/load-part.ts';
import { Skeleton } from '#src/render/states.tsx';
import { isLinkedForm } from './definition.ts';

// Two chunks: a sign-in page loads the light renderer alone, without rjsf.
const RecordForm = lazyPart(async () => (await import('./record-form.tsx')).RecordForm);
const LightForm = lazyPart(async () => (await import('./light-form.tsx')).LightForm);

export function FormBlock(props: BlockProps) {
  const { block } = props;
  if (!isLinkedForm(block))
    throw new Error(`Block "${block.id}" is no linked form. Check the definition again.`);
  const Part = block.light ? LightForm : RecordForm;
  return (
    <Suspense fallback={<Skeleton lines={block.light ? 2 : 8} />}>
      <Part {...props} block={block} />
    </Suspense>
  );
}
